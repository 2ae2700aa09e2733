import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Facets } from '../../../../contract/catalogue.ts';
import type { Listing } from '../../../../contract/listing.ts';
import { onPlainClick } from '../../../ui/button.tsx';
import styles from './category-chips.module.css';
import { addressWith, useChoose, withChosen } from './filters.ts';

interface CategoryChipsProps {
  listing: Listing;
  categories: Facets['categories'];
}

/** Shows the categories of the listing in one row. Pressing the chosen one removes the filter. */
export function CategoryChips({ listing, categories }: CategoryChipsProps) {
  const choose = useChoose();
  const row = useRef<HTMLUListElement>(null);
  const { category: chosen } = listing;
  useEffect(() => {
    if (chosen !== '') reveal(row.current?.querySelector('[aria-current]'));
  }, [chosen]);
  if (chosen === '' && categories.length < 2) return null;
  const shown = withChosen(categories, chosen);
  return (
    <ul ref={row} className="swipe" aria-label="Categories">
      {shown.map(({ name, count }, index) => {
        const isChosen = name === chosen;
        const choice = { category: isChosen ? '' : name };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a chip that moves counts as a layout shift, a new one doesn't
          <li key={`${index} ${name}`}>
            <Link
              to={addressWith(listing, choice)}
              className={`chip ${styles.chip}`}
              aria-current={isChosen ? 'true' : undefined}
              preventScrollReset
              onClick={onPlainClick(() => choose(choice))}
              // A pointer must not lose what it presses.
              onFocus={({ currentTarget }) => {
                if (currentTarget.matches(':focus-visible')) reveal(currentTarget);
              }}
            >
              {name} <span className="hint">{count}</span>
              {isChosen && <span className="visually-hidden"> remove filter</span>}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** Scrolls the row to a chip. Never scrolls the page. */
function reveal(chip: Element | null | undefined): void {
  const row = chip?.closest('ul');
  if (!chip || !row) return;
  const [outer, inner] = [row.getBoundingClientRect(), chip.getBoundingClientRect()];
  const fade = Number.parseFloat(getComputedStyle(row).paddingInlineEnd);
  if (inner.left >= outer.left && inner.right <= outer.right - fade) return;
  row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}
