import { Link } from 'react-router';
import type { Listing } from '../../../../contract/listing.ts';
import { onPlainClick } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './chosen-filters.module.css';
import { ClearFilters, RESULTS_HEADING } from './clear-filters.tsx';
import { addressWith, chosenFilters, useChoose } from './filters.ts';

/** Shows what is set as pills. Pressing one removes it. */
export function ChosenFilters({ listing }: { listing: Listing }) {
  const choose = useChoose();
  const chosen = chosenFilters(listing);
  if (chosen.length === 0) return null;
  return (
    <ul className={`swipe ${styles.chosen}`} aria-label="Chosen filters">
      {chosen.map(({ name, without }) => (
        <li key={name}>
          <Link
            to={addressWith(listing, without)}
            className={`chip typed ${styles.pill}`}
            aria-label={`Remove ${name}`}
            preventScrollReset
            onClick={onPlainClick(({ currentTarget }) => {
              // This pill is removed, and the last one takes Clear all with it.
              const next = currentTarget.parentElement?.nextElementSibling?.querySelector('a');
              const heading = document.getElementById(RESULTS_HEADING);
              (chosen.length > 1 ? next : heading)?.focus({ preventScroll: true });
              choose(without);
            })}
          >
            <span dir="auto">{name}</span>
            <Icon name="close" />
          </Link>
        </li>
      ))}
      <li>
        <ClearFilters listing={listing} variant="quiet">
          Clear all
        </ClearFilters>
      </li>
    </ul>
  );
}
