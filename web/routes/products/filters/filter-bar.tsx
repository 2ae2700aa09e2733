import type { Facets } from '../../../../contract/catalogue.ts';
import { isFiltered, type Listing } from '../../../../contract/listing.ts';
import { Icon } from '../../../ui/icon.tsx';
import { CategoryChips } from './category-chips.tsx';
import { ClearFilters } from './clear-filters.tsx';
import styles from './filter-bar.module.css';
import { FilterForm } from './filter-form.tsx';

interface FilterBarProps {
  listing: Listing;
  /** Undefined while they are loading; the bar reserves their space. */
  facets: Facets | null | undefined;
}

/** Shows the filters and the order beside the heading. */
export function FilterBar({ listing, facets }: FilterBarProps) {
  const { minCost, maxCost, minRating } = listing;
  const hasPrice = minCost !== undefined || maxCost !== undefined;
  const setInForm = Number(hasPrice) + Number(minRating !== undefined);
  return (
    <section className={`row ${styles.filters}`} aria-label="Filters">
      {/* On a phone this opens the form below, by CSS alone. */}
      <details className={styles.more}>
        <summary className={`chip ${styles.summary}`}>
          Filters{' '}
          {setInForm > 0 && (
            <span className={`badge ${styles.badge}`}>
              {setInForm}
              <span className="visually-hidden"> set</span>
            </span>
          )}
          <Icon name="down" />
        </summary>
      </details>
      <div className={styles.categories}>
        {facets && <CategoryChips listing={listing} categories={facets.categories} />}
      </div>
      {isFiltered(listing) && (
        <ClearFilters listing={listing} variant="quiet" className={styles.clear}>
          Clear all
        </ClearFilters>
      )}
      <div className={styles.form}>
        <FilterForm listing={listing} facets={facets} />
      </div>
    </section>
  );
}
