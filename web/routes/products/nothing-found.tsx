import type { Listing } from '../../../contract/listing.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { pictures } from '../../ui/pictures.ts';
import { ClearFilters } from './clear-filters.tsx';
import styles from './nothing-found.module.css';

/** @param props.filtered the listing, if its filters may be the reason */
export function NothingFound({ filtered }: { filtered?: Listing | undefined }) {
  return (
    <div className={styles.nothing}>
      <img src={pictures.nothingFound} alt="" width={128} height={128} />
      <h2>No products found</h2>
      {filtered ? (
        <>
          <p>No product matches all of your filters.</p>
          <ClearFilters listing={filtered} variant="secondary">
            Clear filters
          </ClearFilters>
        </>
      ) : (
        <>
          <p>Try another word, or look at everything there is.</p>
          <LinkButton to="/" variant="secondary">
            All products
          </LinkButton>
        </>
      )}
    </div>
  );
}

/** Shown when the list could not be loaded; a toast tells the reason. */
export function ListFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.nothing}>
      <img src={pictures.nothingFound} alt="" width={128} height={128} />
      <h2>No products found</h2>
      <p>The products could not be loaded.</p>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
