import { useMemo, useState } from 'react';
import type { Variant } from '../../../../../contract/pages.ts';
import { formatDollars } from '../../../../api/money.ts';
import { colourOf } from './colours.ts';
import { dimensionsOf, type Picks } from './dimensions.ts';
import styles from './variant-choice.module.css';

export interface VariantChoiceProps {
  /** The id of all options. */
  id: string;
  variants: readonly Variant[];
  /** Undefined until one is chosen. */
  chosenId: string | undefined;
  /** A shopper has tried to add the product without a choice. */
  isMissing: boolean;
  onChoose: (variantId: string) => void;
}

/** Offers the variants of a product by dimension, like size and colour. Those that are sold out can be looked at. */
export function VariantChoice({ id, variants, chosenId, isMissing, onChoose }: VariantChoiceProps) {
  const { dimensions, variantsWith, valuesOf } = useMemo(() => dimensionsOf(variants), [variants]);
  /** What is picked as long as that is no variant yet. */
  const [picked, setPicked] = useState<Picks>([]);
  const picks = valuesOf(chosenId) ?? picked;
  const haveOnePrice = new Set(variants.map(({ cost }) => cost)).size === 1;

  function pick(dimension: number, value: string): void {
    const { variants: matching, isKept } = variantsWith(picks, dimension, value);
    const next = dimensions.map((_, n) =>
      n === dimension ? value : n < dimension || isKept ? picks[n] : undefined,
    );
    setPicked(next);
    const variant = matching.find(({ stock }) => stock !== 0) ?? matching[0];
    const isDecided = chosenId !== undefined || !next.includes(undefined);
    if (variant && isDecided) onChoose(variant._id);
  }

  return (
    <div id={id} className="stack gap-3">
      {dimensions.map(({ title, values, isColour }, n) => (
        <div
          key={title}
          role="radiogroup"
          aria-labelledby={`${id}-${n}`}
          aria-required
          aria-invalid={(isMissing && picks[n] === undefined) || undefined}
          className="stack gap-2"
        >
          <h3 id={`${id}-${n}`} className="small">
            {title}
          </h3>
          <div className="row gap-2">
            {values.map((value) => {
              const { variants: matching } = variantsWith(picks, n, value);
              const [first] = matching;
              const isSoldOut = matching.every(({ stock }) => stock === 0);
              return (
                <label
                  key={value}
                  className={`option ${styles.value}`}
                  data-sold-out={first && isSoldOut}
                  data-none={!first}
                >
                  <input
                    type="radio"
                    name={`${id}-${n}`}
                    className={styles.radio}
                    checked={picks[n] === value}
                    disabled={!first}
                    onChange={() => pick(n, value)}
                  />
                  {isColour && <Swatch colour={colourOf(value)} />}
                  <span className="typed" dir="auto">
                    {value}
                  </span>
                  {dimensions.length === 1 && !haveOnePrice && first && (
                    <span className="secondary-text">{formatDollars(first.cost)}</span>
                  )}
                  {first && isSoldOut && <span className="visually-hidden">Out of stock</span>}
                </label>
              );
            })}
          </div>
        </div>
      ))}
    </div>
  );
}

/** Its text says the same. An attribute, because the pages allow no styles in HTML. */
function Swatch({ colour }: { colour: string | undefined }) {
  return (
    <svg className={styles.swatch} viewBox="0 0 2 2" aria-hidden="true">
      <circle cx="1" cy="1" r="1" fill={colour} />
    </svg>
  );
}
