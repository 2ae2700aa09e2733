/** The options of a group of variants by dimension: `M / Red` is a size and a colour. */
import type { Variant } from '../../../../../contract/pages.ts';
import { OPTION_SEPARATOR } from '../../../../../contract/variants.ts';
import { colourOf } from './colours.ts';

const SIZE = /^(?:x{0,4}[sml]|\d?x[sl]|small|medium|large|one size|\d+(?:[.,]\d+)?\s?[a-z]{0,3})$/i;

interface Dimension {
  /** Unique in its group. */
  title: string;
  values: string[];
  isColour: boolean;
}

/** A value of each dimension; undefined if none is picked yet. */
export type Picks = readonly (string | undefined)[];

/** The value of a variant in each dimension. If their options have different numbers of parts, there is one dimension. */
function splitOptions(variants: readonly Variant[]) {
  const whole = variants.map(({ option, name }) => option ?? name);
  const parts = whole.map((text) => text.split(OPTION_SEPARATOR));
  const isEven = parts.every(({ length }) => length === parts[0]?.length);
  return variants.map((variant, n) => ({
    variant,
    values: (isEven ? parts[n] : undefined) ?? [whole[n] ?? ''],
  }));
}

export function dimensionsOf(variants: readonly Variant[]) {
  const split = splitOptions(variants);
  const count = split[0]?.values.length ?? 0;
  const dimensions: Dimension[] = [];
  for (let n = 0; n < count; n++) {
    const values = [...new Set(split.map((row) => row.values[n] ?? ''))];
    const isColour = values.every((value) => colourOf(value) !== undefined);
    const isSize = values.every((value) => SIZE.test(value));
    const title = isColour ? 'Colour' : isSize ? 'Size' : 'Options';
    // 'Options' stands for all of them.
    const isClear =
      count === 1 || (title !== 'Options' && dimensions.every((other) => other.title !== title));
    dimensions.push({ title: isClear ? title : `Option ${n + 1}`, values, isColour });
  }

  /**
   * The variants with this value. A value is offered for the values picked in the dimensions before it; those after it are
   * kept if such a variant exists.
   */
  function variantsWith(picks: Picks, dimension: number, value: string) {
    const isPicked = (picked: string | undefined, own: string | undefined) =>
      picked === undefined || picked === own;
    const offered = split.filter(
      ({ values }) =>
        values[dimension] === value &&
        values.every((own, n) => n >= dimension || isPicked(picks[n], own)),
    );
    const kept = offered.filter(({ values }) =>
      values.every((own, n) => n <= dimension || isPicked(picks[n], own)),
    );
    const isKept = kept.length > 0;
    return { variants: (isKept ? kept : offered).map(({ variant }) => variant), isKept };
  }

  const valuesOf = (id: string | undefined) =>
    split.find(({ variant }) => variant._id === id)?.values;
  return { dimensions, variantsWith, valuesOf };
}
