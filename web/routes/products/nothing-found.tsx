import { isFiltered, type Listing } from '../../../contract/listing.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Scene } from '../../ui/scene.tsx';
import { ClearFilters } from './clear-filters.tsx';
import styles from './nothing-found.module.css';

/** Says why the listing has no products, and leads to some if it is not the shop that has none. */
export function NothingFound({ listing }: { listing: Listing }) {
  return (
    <div className={styles.nothing}>
      {isFiltered(listing) || listing.text !== '' ? <EmptyShelf /> : <ClosedShop />}
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
    </div>
  );
}

/** Shown when the list could not be loaded; a toast tells the reason. */
export function ListFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.nothing}>
      <PulledPlug />
      <h2>No products found</h2>
      <p>The products could not be loaded.</p>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

function EmptyShelf() {
  return (
    <Scene>
      <rect x="30" y="14" width="100" height="82" rx="6" />
      <path d="M30 42h100M30 70h100" />
      <circle cx="86" cy="52" r="22" fill="var(--action-soft)" />
      <path d="m103 69 17 17" strokeWidth="7" />
      <path d="M76 46a13 13 0 0 1 10-6" stroke="var(--star)" fill="none" />
    </Scene>
  );
}

function ClosedShop() {
  return (
    <Scene>
      <rect x="36" y="40" width="88" height="56" rx="4" />
      <path d="M50 66h60M50 76h60M50 86h60" />
      <path
        d="m30 40 9-24h82l9 24a10 10 0 0 1-20 0 10 10 0 0 1-20 0 10 10 0 0 1-20 0 10 10 0 0 1-20 0 10 10 0 0 1-20 0z"
        fill="var(--action-soft)"
      />
      <path d="M140 20v10m-5-5h10" stroke="var(--star)" />
    </Scene>
  );
}

function PulledPlug() {
  return (
    <Scene>
      <path d="M4 60h34m84 0h34" fill="none" />
      <path d="M38 44h18a8 8 0 0 1 8 8v16a8 8 0 0 1-8 8H38zM122 44h-18a8 8 0 0 0-8 8v16a8 8 0 0 0 8 8h18z" />
      <path d="M64 54h9m-9 12h9" />
      <path d="m84 40-3-11m9 12 6-10M74 40l-7-8" stroke="var(--star)" />
    </Scene>
  );
}
