import { type CSSProperties, useId } from 'react';
import { formatDollars } from '../../../api/money.ts';
import { useIsHydrated } from '../../../ui/hydrated.ts';
import { type Draft, type PriceProblem, priceScale, readDraft } from './draft.ts';
import styles from './price-fields.module.css';

interface PriceFieldsProps {
  draft: Draft;
  /** What the cheapest and the dearest product cost, in dollars; 0 if it is not known. */
  cheapest: number;
  dearest: number;
  problem: PriceProblem | undefined;
  onChange: (name: keyof Draft) => (price: string) => void;
}

/** Shows a slider with two handles, and two fields for the same prices. */
export function PriceFields({ draft, cheapest, dearest, problem, onChange }: PriceFieldsProps) {
  const id = useId();
  const isHydrated = useIsHydrated();
  if (cheapest > 0 && cheapest === dearest && draft.minCost === '' && draft.maxCost === '')
    return null;
  const scale = priceScale(cheapest, dearest);
  const end = scale.length - 1;
  const placeOf = (price: number) => {
    const place = scale.findIndex((one) => one >= price);
    return place < 0 ? end : place;
  };
  const read = readDraft(draft);
  const { minCost = cheapest, maxCost = dearest } = 'message' in read ? {} : read;
  const [low, high] = [placeOf(minCost), placeOf(maxCost)];
  const ends = [
    { name: 'minCost', label: 'Lowest price', place: low, free: 0, isWrong: problem?.isLowWrong },
    {
      name: 'maxCost',
      label: 'Highest price',
      place: high,
      free: end,
      isWrong: problem?.isHighWrong,
    },
  ] as const;

  /** Moves a handle, but not past the other one. At its end of the scale it limits nothing. */
  function move(name: 'minCost' | 'maxCost', place: number, free: number): void {
    const price = scale[place] ?? 0;
    const kept = name === 'minCost' ? Math.min(price, maxCost) : Math.max(price, minCost);
    onChange(name)(place === free ? '' : String(kept));
  }

  return (
    <fieldset>
      <legend>Price</legend>
      {isHydrated && end > 0 && (
        <div
          className={styles.slider}
          style={{ '--low': low / end, '--high': high / end } as CSSProperties}
        >
          {ends.map(({ name, label, place, free }) => (
            <input
              key={name}
              type="range"
              className={styles.handle}
              aria-label={label}
              aria-valuetext={formatDollars(scale[place] ?? 0)}
              max={end}
              value={place}
              onChange={({ target }) => move(name, target.valueAsNumber, free)}
            />
          ))}
        </div>
      )}
      <div className="row nowrap gap-2">
        {ends.map(({ name, label, free, isWrong = false }) => (
          <span key={name} className={styles.field}>
            <span className={styles.dollar} aria-hidden="true">
              $
            </span>
            <input
              name={name}
              className={styles.input}
              inputMode="decimal"
              autoComplete="off"
              aria-label={`${label}, in dollars`}
              aria-invalid={isWrong}
              aria-describedby={isWrong ? id : undefined}
              placeholder={String(scale[free] || '')}
              // The browser checks this without script.
              pattern="\s*[0-9]{1,7}(\.[0-9]{1,2})?\s*"
              value={draft[name]}
              onChange={({ target }) => onChange(name)(target.value)}
            />
          </span>
        ))}
      </div>
      {problem && (
        <p id={id} className="error-text" role="alert">
          {problem.message}
        </p>
      )}
    </fieldset>
  );
}
