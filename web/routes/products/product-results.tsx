import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { type Listing, wholeCatalogue } from '../../../contract/listing.ts';
import { cursorIn, type ProductPages, pageAddress, productsQuery } from '../../api/products.ts';
import { LinkButton } from '../../ui/button.tsx';
import { pictures } from '../../ui/pictures.ts';
import { whenIdle } from '../../ui/when-idle.ts';
import { LoadMore } from './load-more.tsx';
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx';
import styles from './product-results.module.css';

interface ProductResultsProps {
  listing: Listing;
  /** What came with the HTML, if this page did. */
  rendered: { listing: Listing; pages: ProductPages } | undefined;
}

/** The grid, or what there is instead of it (spec 2, products; spec 4 and 8, search). */
export function ProductResults({ listing, rendered }: ProductResultsProps) {
  const { text } = listing;
  useRevalidation(rendered?.listing);
  const renderedFor = (wanted: Listing) =>
    rendered && pageAddress(rendered.listing) === pageAddress(wanted) ? rendered.pages : undefined;
  const search = useInfiniteQuery({
    ...productsQuery(listing, renderedFor(listing)),
    enabled: text !== '',
    // While a search runs, what was there before stays.
    placeholderData: keepPreviousData,
  });
  // Spec 8: a search that failed brings back the full list. A further page that failed leaves the first.
  const isSearch = text !== '' && (!search.isError || search.isFetchNextPageError);
  const all = text === '' ? listing : wholeCatalogue;
  const list = useInfiniteQuery({ ...productsQuery(all, renderedFor(all)), enabled: !isSearch });

  const shown = isSearch ? search : list;
  const data = shown.data ?? list.data;
  const products = data?.pages.flatMap((page) => page.products);
  const next = data?.pages.at(-1)?.next;
  const correctedTo = isSearch ? shown.data?.pages[0]?.correctedTo : undefined;
  const isStale = isSearch && (search.isPlaceholderData || search.isPending);

  if (products === undefined) {
    return shown.isError ? <NothingFound /> : <ProductGridSkeleton />;
  }
  return (
    <section className={styles.results} aria-labelledby="results-heading" aria-busy={isStale}>
      <div className={styles.bar}>
        <h2 id="results-heading" className={styles.heading}>
          {headingOf(isSearch, text, correctedTo)}
        </h2>
        <p className={styles.count} role="status">
          {isStale ? 'Loading Products' : isSearch && countText(products.length, shown.hasNextPage)}
        </p>
      </div>
      {correctedTo !== undefined && !isStale && (
        <p className={styles.instead}>
          <Link to={pageAddress({ ...listing, exact: true, cursor: '' })}>
            Search for “{text}” instead
          </Link>
        </p>
      )}
      {products.length === 0 ? (
        <NothingFound />
      ) : (
        <>
          {/* Another search's cards are new ones: none of them moves from where it was. */}
          <ProductGrid key={String(data?.pageParams[0])} products={products} isStale={isStale} />
          {next !== undefined && !isStale && (
            <LoadMore
              address={pageAddress({ ...(isSearch ? listing : all), cursor: cursorIn(next) })}
              isLoading={shown.isFetchingNextPage}
              hasFailed={shown.isFetchNextPageError}
              onNear={() => shown.fetchNextPage()}
            />
          )}
        </>
      )}
    </section>
  );
}

/** Asks again for what came with the HTML, once the page is drawn: it may have been kept for long. */
function useRevalidation(listing: Listing | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (listing === undefined) return;
    const { queryKey } = productsQuery(listing);
    return whenIdle(() => queryClient.invalidateQueries({ queryKey, exact: true }));
  }, [queryClient, listing]);
}

function headingOf(isSearch: boolean, text: string, correctedTo: string | undefined): string {
  if (!isSearch) return 'All products';
  return correctedTo === undefined
    ? `Results for “${text}”`
    : `Showing results for “${correctedTo}”`;
}

function countText(count: number, hasMore: boolean): string {
  if (count === 1) return '1 product';
  return hasMore ? `More than ${count} products` : `${count} products`;
}

function NothingFound() {
  return (
    <div className={styles.nothing}>
      <img src={pictures.nothingFound} alt="" width={128} height={128} />
      <h2>No products found</h2>
      <p>Try another word, or look at everything there is.</p>
      <LinkButton to="/" look="secondary">
        All products
      </LinkButton>
    </div>
  );
}
