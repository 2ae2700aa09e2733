import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import type { Facets } from '../../../../contract/catalogue.ts';
import { type Listing, listingParameters } from '../../../../contract/listing.ts';
import { facetsQuery } from '../../../api/products.ts';
import { Button } from '../../../ui/button.tsx';
import { type Draft, draftOf, readDraft } from './draft.ts';
import styles from './filter-form.module.css';
import {
  type Choice,
  type FacetCount,
  FILTER_FORM,
  nothingChosen,
  ratingLabel,
  withChosen,
} from './filters.ts';
import { Options } from './options.tsx';
import { PriceFields } from './price-fields.tsx';

/** Milliseconds after the last change until its products are counted. */
const PAUSE_MS = 150;

export interface FilterFormProps {
  listing: Listing;
  /** Undefined while they are loading; null if they can't be loaded. */
  facets: Facets | null | undefined;
  /** Without it the browser submits the form. */
  onApply?: (choice: Choice) => void;
}

/** Shows all filters, and how many products each would leave. Nothing is applied before the form is submitted. */
export default function FilterForm({ listing, facets: ofList, onApply }: FilterFormProps) {
  const [draft, setDraft] = useState(() => draftOf(listing));
  const read = readDraft(draft);
  const problem = 'message' in read ? read : undefined;
  const [isExplained, explain] = useState(problem !== undefined);
  const { ofDraft, count } = useCounted(listing, draft);
  const facets = ofDraft ?? ofList;
  const { minCost = 0, maxCost = 0 } = facets ?? {};
  const set = (name: keyof Draft) => (value: string) =>
    setDraft((before) => ({ ...before, [name]: value }));
  // What the form has no field for.
  const kept = { ...listing, ...nothingChosen, sort: 'relevance' as const, cursor: '' };

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if ('message' in read) {
      explain(true);
      const wrong = event.currentTarget.elements.namedItem(read.isLowWrong ? 'minCost' : 'maxCost');
      if (wrong instanceof HTMLElement) wrong.focus();
    } else onApply?.(read);
  }

  const counted = `${count ?? ''} ${count === 1 ? 'product' : 'products'}`;
  return (
    <form
      id={FILTER_FORM}
      action="/"
      className={styles.form}
      noValidate={onApply !== undefined}
      onSubmit={onSubmit}
    >
      {[...listingParameters(kept)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className={`stack gap-6 ${styles.filters}`}>
        <Options
          legend="Category"
          name="category"
          chosen={draft.category}
          onChoose={set('category')}
          options={[
            { value: '', label: 'All categories' },
            ...inPlace(
              withChosen(ofList?.categories ?? [], draft.category),
              facets?.categories ?? [],
            ),
          ]}
        />
        <PriceFields
          draft={draft}
          cheapest={minCost}
          dearest={maxCost}
          problem={isExplained ? problem : undefined}
          onChange={set}
        />
        <Options
          legend="Rating"
          name="minRating"
          chosen={draft.minRating}
          onChoose={set('minRating')}
          options={[
            { value: '', label: 'Any rating' },
            ...inPlace(withChosen(ratingsIn(ofList), draft.minRating), ratingsIn(facets)).map(
              (rating) => ({ ...rating, label: ratingLabel(Number(rating.value)) }),
            ),
          ]}
        />
      </div>
      <div className={`row ${styles.foot}`}>
        <Button variant="quiet" onClick={() => setDraft(draftOf(nothingChosen))}>
          Clear all
        </Button>
        <Button type="submit">Show {counted}</Button>
      </div>
      <p className="visually-hidden" role="status">
        {count !== undefined && counted}
      </p>
    </form>
  );
}

/** What the list has keeps its place while the form changes its count, so that nothing moves. */
function inPlace(ofList: FacetCount[], ofDraft: FacetCount[]) {
  const counts = new Map(ofDraft.map(({ name, count }) => [name, count]));
  const names = new Set([...ofList, ...ofDraft].map(({ name }) => name));
  return [...names].map((name) => ({ value: name, label: name, count: counts.get(name) ?? 0 }));
}

function ratingsIn(facets: Facets | null | undefined): FacetCount[] {
  const ratings = facets?.ratings ?? [];
  return ratings.flatMap(({ stars, count }) => (count > 0 ? [{ name: `${stars}`, count }] : []));
}

/** The facets of what is chosen in the form, after a pause, and the number of its products once it is known. */
function useCounted(listing: Listing, draft: Draft) {
  const [settled, settle] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => settle(draft), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  const read = readDraft(settled);
  const isWrong = 'message' in read;
  const { data: ofDraft, isPlaceholderData } = useQuery({
    ...facetsQuery(isWrong ? listing : { ...listing, ...read }),
    placeholderData: keepPreviousData,
  });
  const isCounted = settled === draft && !isWrong && !isPlaceholderData;
  return { ofDraft, count: isCounted ? ofDraft?.count : undefined };
}
