/** How much worse a product fits a term, by the field that has it. */
import { Field } from './posting-lists.ts';

export const Penalty = {
  /** A word of the name that is also a word of the category. */
  NAME_AND_CATEGORY: 0,
  /** A cable for headphones isn't filed under headphones. */
  NAME: 1,
  BRAND: 1,
  /** The beginning of a word of the name. */
  NAME_PREFIX: 2,
  CATEGORY: 4,
  /** A word of the description, or the beginning of a word anywhere but in the name. */
  DESCRIPTION: 9,
} as const;

/** The product doesn't have the term: more than every penalty. */
export const NO_MATCH = 255;

const FIELD_SETS = { length: 8 };

/** The penalty of a whole word, by the fields that have it. */
export const wordPenalties = Uint8Array.from(FIELD_SETS, (_, fields) => {
  if (fields & Field.NAME) {
    return fields & Field.CATEGORY ? Penalty.NAME_AND_CATEGORY : Penalty.NAME;
  }
  if (fields & Field.BRAND) return Penalty.BRAND;
  return fields & Field.CATEGORY ? Penalty.CATEGORY : Penalty.DESCRIPTION;
});

/** The penalty of a longer word that begins with the one that was typed. */
export const prefixPenalties = Uint8Array.from(FIELD_SETS, (_, fields) =>
  fields & Field.NAME ? Penalty.NAME_PREFIX : Penalty.DESCRIPTION,
);
