import { Fragment } from 'react';
import { Link } from 'react-router';
import { isFiltered, type Listing, pageAddress } from '../../../../contract/listing.ts';
import { CategoryChips } from '../filters/category-chips.tsx';
import { ChosenFilters } from '../filters/chosen-filters.tsx';
import { RESULTS_HEADING } from '../filters/clear-filters.tsx';
import { FilterBar } from '../filters/filter-bar.tsx';
import { LoadMore } from './load-more.tsx';
import { ListFailure, NothingFound } from './nothing-found.tsx';
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx';
import styles from './product-results.module.css';
import { useRestoredPlace } from './use-restored-place.ts';
import { type RenderedList, type Results, useResults } from './use-results.ts';

interface ProductResultsProps {
  listing: Listing;
  rendered: RenderedList | undefined;
}

/** Shows the grid, its placeholder, an empty result or a failure (R2.3, R4.2). */
export function ProductResults({ listing, rendered }: ProductResultsProps) {
  const results = useResults(listing, rendered);
  const {
    shownListing,
    list,
    products,
    productsListing,
    search,
    isSearch,
    hasSearchFailed,
    isStale,
    facets,
  } = results;
  useRestoredPlace(list);
  const heading = headingOf(results);
  const status = statusOf(results);
  const hasProducts = products !== undefined && products.length > 0;
  // A shop of one product leaves nothing to choose. In a search the filters stay, so that nothing moves.
  const canFilter =
    list.isPending ||
    isFiltered(shownListing) ||
    (hasProducts && (isSearch || products.length > 1 || list.hasNextPage));
  return (
    <section className={styles.results} aria-labelledby={RESULTS_HEADING} aria-busy={isStale}>
      {canFilter && facets !== null && (
        <div className={styles.categories}>
          {facets && <CategoryChips listing={shownListing} categories={facets.categories} />}
        </div>
      )}
      <div className={`row ${styles.top}`}>
        <div className={styles.title}>
          <h1 id={RESULTS_HEADING} className={styles.heading} tabIndex={-1} dir="auto">
            {heading}
          </h1>
          <p className={styles.status} role="status">
            {/* A new element for each text and place, because text that moves counts as a layout shift. */}
            <span key={`${heading} ${status}`} className={styles.count}>
              {status}
            </span>
          </p>
        </div>
        {canFilter && <FilterBar listing={shownListing} facets={facets} />}
        <ChosenFilters listing={shownListing} />
        {/* After the filters, which therefore stay where they are. */}
        {search?.correctedTo !== undefined && search.relaxedTo === undefined && !isStale && (
          <p className={styles.instead}>
            <Link to={pageAddress({ ...listing, exact: true, cursor: '' })}>
              Search for “{listing.text}” instead
            </Link>
          </p>
        )}
        {search?.relaxedTo !== undefined && !isStale && (
          <p className={styles.instead}>
            No product has all of these words. The first results have “{search.relaxedTo}”.
          </p>
        )}
        {search?.extendedTo !== undefined && !isStale && (
          <p className={styles.instead}>
            Few products have all of these words. Results for “{search.extendedTo}” follow.
          </p>
        )}
      </div>
      {hasSearchFailed && (
        <p className={styles.instead}>
          The search for “{listing.text}” failed. These are all products.
        </p>
      )}
      {hasProducts && (
        // Another listing gets new elements, because cards that move count as layout shifts.
        <Fragment key={productsListing && pageAddress(productsListing)}>
          <ProductGrid listing={shownListing} products={products} isStale={isStale} />
          {list.hasNextPage && !isStale && <LoadMore listing={shownListing} list={list} />}
        </Fragment>
      )}
      {products?.length === 0 && <NothingFound listing={shownListing} />}
      {products === undefined && !list.isLoadingError && <ProductGridSkeleton />}
      {list.isLoadingError && <ListFailure onRetry={() => list.refetch()} />}
    </section>
  );
}

function headingOf({ isSearch, listing: { text, category }, search }: Results): string {
  if (!isSearch) return category || 'All products';
  return search?.correctedTo === undefined
    ? `Results for “${text}”`
    : `Showing results for “${search.correctedTo}”`;
}

function statusOf({ isStale, products, list, count }: Results): string {
  if (isStale || list.isPending) return 'Loading Products';
  if (products === undefined) return '';
  if (!count.isAll) return `More than ${count.known} products`;
  return count.known === 1 ? '1 product' : `${count.known} products`;
}
