/** What it costs a product, by where it has what is looked for. */
import { ALL_FIELDS, Field } from './segment.ts';

/** How a product has a term: in which fields as whole words, and in the name as the beginning of one. */
const BEGINS_IN_NAME = 8;
/** Anywhere at all. */
const FOUND = 16;
/** The marks of a whole word, and of the beginning of one, by the fields that have it. */
export const wholeMarks = Uint8Array.from({ length: ALL_FIELDS + 1 }, (_, fields) => {
  const whole = fields & (Field.NAME | Field.CATEGORY | Field.BRAND);
  return FOUND | whole | (fields & Field.NAME ? BEGINS_IN_NAME : 0);
});
export const beginningMarks = Uint8Array.from({ length: ALL_FIELDS + 1 }, (_, fields) =>
  fields & Field.NAME ? FOUND | BEGINS_IN_NAME : FOUND,
);

/** What a term costs a product, by where it is. */
export const DESCRIPTION_COST = 9;
export const BEGINNING_COST = 2;
const COSTS = {
  brand: 1,
  beginningInName: BEGINNING_COST,
  category: 4,
  description: DESCRIPTION_COST,
};
/** For a term in the name whose product isn't filed under it: a cable for headphones is none. */
export const OTHER_CATEGORY_COST = 1;
/** By the marks of a term. */
export const termCosts = Uint8Array.from({ length: 2 * FOUND }, (_, marks) => {
  if (marks & Field.NAME) return marks & Field.CATEGORY ? 0 : OTHER_CATEGORY_COST;
  if (marks & Field.BRAND) return COSTS.brand;
  if (marks & BEGINS_IN_NAME) return COSTS.beginningInName;
  return marks & Field.CATEGORY ? COSTS.category : COSTS.description;
});

/** More doesn't count. */
export const COST_MAX = 99;

/** Of a whole word, by the fields that have it. */
export function costOf(fields: number): number {
  return termCosts[wholeMarks[fields] as number] as number;
}
