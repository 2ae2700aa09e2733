import { memo, useDeferredValue } from 'react';
import { Link } from 'react-router';
import { isFiltered, type Listing } from '../../../contract/listing.ts';
import { cursorIn, pageAddress } from '../../api/products.ts';
import { RESULTS_HEADING } from './clear-filters.tsx';
import { FilterBar } from './filter-bar.tsx';
import { LoadMore } from './load-more.tsx';
import { NothingFound } from './nothing-found.tsx';
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx';
import styles from './product-results.module.css';
import { useResults } from './results.ts';

/** The grid, or what there is instead of it (spec 2, products; spec 4 and 8, search). */
export function ProductResults({ listing }: { listing: Listing }) {
  // Sixty cards take a while: who types on is not kept waiting for them.
  return <Results results={useDeferredValue(useResults(listing))} />;
}

const Results = memo(function Results({ results }: { results: ReturnType<typeof useResults> }) {
  const { listing, facets, shownListing, correctedTo, next, isStale, isNarrowed } = results;
  const { text } = listing;
  const canClear = isFiltered(shownListing);
  // Where filters are set, they stay at hand, whatever came of them.
  const products = results.products ?? (results.hasFailed && canClear ? [] : undefined);

  if (products === undefined) {
    return results.hasFailed ? <NothingFound /> : <ProductGridSkeleton />;
  }
  const said = isStale
    ? 'Loading Products'
    : isNarrowed
      ? countText(products.length, next !== undefined, results.total)
      : '';
  return (
    <section className={styles.results} aria-labelledby={RESULTS_HEADING} aria-busy={isStale}>
      <div className={styles.bar}>
        <h2 id={RESULTS_HEADING} className={styles.heading} tabIndex={-1}>
          {headingOf(results.isSearch, text, correctedTo)}
        </h2>
        <p className={styles.count} role="status">
          {/* Another text is another element: none moves from where it was. */}
          <span key={said}>{said}</span>
        </p>
      </div>
      {correctedTo !== undefined && !isStale && (
        <p className={styles.instead}>
          <Link to={pageAddress({ ...listing, exact: true, cursor: '' })}>
            Search for “{text}” instead
          </Link>
        </p>
      )}
      {(products.length > 0 || canClear) && <FilterBar listing={shownListing} facets={facets} />}
      {products.length === 0 ? (
        <NothingFound filtered={canClear ? shownListing : undefined} />
      ) : (
        <>
          {/* Another list's cards are new ones: none of them moves from where it was. */}
          <ProductGrid key={results.listKey} products={products} isStale={isStale} />
          {next !== undefined && (
            <LoadMore
              key={results.listKey}
              address={pageAddress({ ...shownListing, cursor: cursorIn(next) })}
              load={results.loadMore}
            />
          )}
        </>
      )}
    </section>
  );
});

function headingOf(isSearch: boolean, text: string, correctedTo: string | undefined): string {
  if (!isSearch) return 'All products';
  return correctedTo === undefined
    ? `Results for “${text}”`
    : `Showing results for “${correctedTo}”`;
}

function countText(shown: number, hasMore: boolean, total: number | undefined): string {
  if (hasMore && (total === undefined || total <= shown)) return `More than ${shown} products`;
  const count = hasMore ? total : shown;
  return count === 1 ? '1 product' : `${count} products`;
}
