import { lazy, Suspense, useEffect, useState } from 'react';
import { type Sort, sorts } from '../../../../contract/listing.ts';
import { loadPage } from '../../../session/load-page.ts';
import { Button } from '../../../ui/button.tsx';
import { forgetEarlyPress, useEarlyPress } from '../../../ui/early-press.ts';
import { Icon } from '../../../ui/icon.tsx';
import { whenIdle } from '../../../ui/idle.ts';
import { Select } from '../../../ui/select.tsx';
import styles from './filter-bar.module.css';
import type { FilterFormProps } from './filter-form.tsx';
import { chosenFilters, FILTER_FORM, useChoose } from './filters.ts';

const FilterForm = lazy(() => import('./filter-form.tsx'));
const importDrawer = () => import('./filter-drawer.tsx');
const FilterDrawer = lazy(importDrawer);

/** Shows the button that opens the filters, and the order. Without script both are a form. */
export function FilterBar({ listing, facets }: Omit<FilterFormProps, 'onApply'>) {
  const choose = useChoose();
  const button = useEarlyPress();
  const [isOpen, setOpen] = useState(false);
  const { length: set } = chosenFilters(listing);
  useEffect(() => whenIdle(() => importDrawer().catch(() => {})), []);

  async function open(): Promise<void> {
    forgetEarlyPress();
    try {
      await importDrawer();
      setOpen(true);
    } catch {
      // The server may no longer have this release's script.
      await loadPage(window.location.pathname + window.location.search);
    }
  }

  return (
    <div className={`row gap-2 ${styles.bar}`}>
      <button
        ref={button}
        type="button"
        className={`chip ${styles.open}`}
        aria-haspopup="dialog"
        onClick={open}
      >
        <Icon name="filters" />
        Filters{' '}
        {set > 0 && (
          <span className={`badge ${styles.badge}`}>
            {set}
            <span className="visually-hidden"> set</span>
          </span>
        )}
      </button>
      <div className={styles.sort}>
        <Select
          label="Sort by"
          name="sort"
          form={FILTER_FORM}
          value={listing.sort}
          onChange={({ target }) => choose({ sort: target.value as Sort })}
        >
          {sorts.map((order) => (
            <option key={order} value={order}>
              {order === 'relevance' && listing.text === '' ? 'Featured' : sortLabels[order]}
            </option>
          ))}
        </Select>
      </div>
      <noscript>
        <Button type="submit" variant="secondary" form={FILTER_FORM}>
          Apply
        </Button>
        <details>
          <summary className="chip">Filters</summary>
          <Suspense>
            <FilterForm listing={listing} facets={facets} />
          </Suspense>
        </details>
      </noscript>
      {isOpen && (
        <Suspense>
          <FilterDrawer listing={listing} facets={facets} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

const sortLabels: Record<Sort, string> = {
  relevance: 'Relevance',
  price: 'Price: low to high',
  'price-desc': 'Price: high to low',
  rating: 'Rating',
};
