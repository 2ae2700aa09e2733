import type { Listing } from '../../../contract/listing.ts';
import { LinkButton } from '../../ui/button.tsx';
import { pictures } from '../../ui/pictures.ts';
import { ClearFilters } from './clear-filters.tsx';
import styles from './nothing-found.module.css';

/** @param filtered the listing whose filters left nothing, if that may be why */
export function NothingFound({ filtered }: { filtered?: Listing | undefined }) {
  return (
    <div className={styles.nothing}>
      <img src={pictures.nothingFound} alt="" width={128} height={128} />
      <h2>No products found</h2>
      {filtered ? (
        <>
          <p>No product matches all of your filters.</p>
          <ClearFilters listing={filtered} look="secondary">
            Clear filters
          </ClearFilters>
        </>
      ) : (
        <>
          <p>Try another word, or look at everything there is.</p>
          <LinkButton to="/" look="secondary">
            All products
          </LinkButton>
        </>
      )}
    </div>
  );
}
