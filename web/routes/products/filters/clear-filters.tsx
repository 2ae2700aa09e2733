import type { Listing } from '../../../../contract/listing.ts';
import { LinkButton, onPlainClick } from '../../../ui/button.tsx';
import { addressWith, nothingChosen, useChoose } from './filters.ts';

/** The id of the results' heading, which receives the focus when this button is removed. */
export const RESULTS_HEADING = 'results-heading';

interface ClearFiltersProps {
  listing: Listing;
  variant: 'quiet' | 'secondary';
  className?: string | undefined;
  children: string;
}

export function ClearFilters({ listing, variant, className, children }: ClearFiltersProps) {
  const choose = useChoose();
  return (
    <LinkButton
      to={addressWith(listing, nothingChosen)}
      variant={variant}
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
