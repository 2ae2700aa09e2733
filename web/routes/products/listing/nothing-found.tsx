import { isFiltered, type Listing } from '../../../../contract/listing.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ClearFilters } from '../filters/clear-filters.tsx';

/** Says why the listing has no products, and leads to some if it is not the shop that has none. */
export function NothingFound({ listing }: { listing: Listing }) {
  const isWholeShop = !isFiltered(listing) && listing.text === '';
  return (
    <EmptyState scene={isWholeShop ? 'closedShop' : 'shelf'}>
      <h2>No products found</h2>
      {isFiltered(listing) ? (
        <>
          <p>No product matches all of your filters.</p>
          <ClearFilters listing={listing} variant="secondary">
            Clear filters
          </ClearFilters>
        </>
      ) : listing.text === '' ? (
        <p>Nothing is on sale at the moment. Come back soon.</p>
      ) : (
        <>
          <p>Try another word, or look at everything there is.</p>
          <LinkButton to="/" variant="secondary">
            All products
          </LinkButton>
        </>
      )}
    </EmptyState>
  );
}

/** Shown when the list could not be loaded; a toast tells the reason. */
export function ListFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState scene="pulledPlug">
      <h2>No products found</h2>
      <p>The products could not be loaded.</p>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </EmptyState>
  );
}
