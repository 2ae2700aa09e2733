import { useState } from 'react';
import { type Location, useLocation } from 'react-router';
import type { Facets } from '../../../../contract/catalogue.ts';
import { type Listing, listingParameters, type Sort, sorts } from '../../../../contract/listing.ts';
import { Button } from '../../../ui/button.tsx';
import { useIsHydrated } from '../../../ui/hydrated.ts';
import { Select } from '../../../ui/select.tsx';
import styles from './filter-form.module.css';
import { nothingChosen, useChoose } from './filters.ts';
import { PriceFields } from './price-fields.tsx';
import { type PriceProblem, problemOf, readPrices } from './price-range.ts';

interface FilterFormProps {
  listing: Listing;
  facets: Facets | null | undefined;
}

/** Shows the fields for price, rating and order. Without script the browser submits the form. */
export function FilterForm({ listing, facets }: FilterFormProps) {
  const choose = useChoose();
  const isHydrated = useIsHydrated();
  const location = useLocation();
  /** What was wrong with the typed prices, until the next navigation. */
  const [tried, setTried] = useState<{ problem: PriceProblem; at: Location }>();
  const { category, minRating, sort } = listing;
  // Keep the parameters that the form has no field for.
  const kept = listingParameters({
    ...listing,
    ...nothingChosen,
    category,
    sort: 'relevance',
    cursor: '',
  });
  const stars = starsToChoose(facets, minRating);

  function applyPrices(form: HTMLFormElement | null): void {
    if (form === null) return;
    const prices = readPrices(form);
    const isWrong = 'message' in prices;
    setTried(isWrong ? { problem: prices, at: location } : undefined);
    if (!isWrong) choose(prices);
  }

  return (
    <form
      action="/"
      className={`row ${styles.form}`}
      noValidate={isHydrated}
      onSubmit={(event) => {
        event.preventDefault();
        applyPrices(event.currentTarget);
      }}
    >
      {[...kept].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <PriceFields
        range={listing}
        problem={tried?.at === location ? tried.problem : problemOf(listing)}
        onApply={applyPrices}
      />
      {/* Keeps its place until it is known whether any product is rated. */}
      {(facets === undefined || stars.length > 0) && (
        <Select
          label="Rating"
          name="minRating"
          value={String(minRating ?? '')}
          onChange={({ target }) => choose({ minRating: Number(target.value) || undefined })}
        >
          <option value="">Any rating</option>
          {stars.map((count) => (
            <option key={count} value={count}>
              {ratingLabel(count)}
            </option>
          ))}
        </Select>
      )}
      <Select
        label="Sort by"
        name="sort"
        value={sort}
        onChange={({ target }) => choose({ sort: target.value as Sort })}
      >
        {sorts.map((order) => (
          <option key={order} value={order}>
            {order === 'relevance' && listing.text === '' ? 'Featured' : sortLabels[order]}
          </option>
        ))}
      </Select>
      <Button type="submit" variant="secondary" className={styles.apply}>
        Apply
      </Button>
    </form>
  );
}

const sortLabels: Record<Sort, string> = {
  relevance: 'Relevance',
  price: 'Price: low to high',
  'price-desc': 'Price: high to low',
  rating: 'Rating',
};

/** The ratings that match any product, and the chosen one. */
function starsToChoose(facets: Facets | null | undefined, chosen: number | undefined): number[] {
  const offered = facets?.ratings.filter(({ count }) => count > 0).map(({ stars }) => stars) ?? [];
  return chosen === undefined || offered.includes(chosen)
    ? offered
    : [...offered, chosen].sort((a, b) => b - a);
}

function ratingLabel(stars: number): string {
  return `${stars} ${stars === 1 ? 'star' : 'stars'} & up`;
}
