import type { Listing } from '../../../contract/listing.ts';
import { LinkButton } from '../../ui/button.tsx';
import { addressWith, nothingChosen, onPlainClick, useChoose } from './filters.ts';

/** The heading of what is listed: the focus goes there when what had it is gone. */
export const RESULTS_HEADING = 'results-heading';

interface ClearFiltersProps {
  listing: Listing;
  look: 'quiet' | 'secondary';
  className?: string | undefined;
  children: string;
}

export function ClearFilters({ listing, look, className, children }: ClearFiltersProps) {
  const choose = useChoose(listing);
  return (
    <LinkButton
      to={addressWith(listing, nothingChosen)}
      look={look}
      className={className}
      preventScrollReset
      onClick={onPlainClick(() => {
        choose(nothingChosen);
        document.getElementById(RESULTS_HEADING)?.focus({ preventScroll: true });
      })}
    >
      {children}
    </LinkButton>
  );
}
