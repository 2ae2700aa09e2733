/**
 * How a judgement is said: a predicate over a product's own record. What an engine finds has no say
 * in it.
 */
import type { FeedProduct } from './feed.ts';

export type Judge = (product: FeedProduct) => boolean;

export type Kind =
  | 'plain'
  | 'plural'
  | 'typo'
  | 'prefix'
  | 'brand and type'
  | 'attributes'
  | 'nonsense';

export interface JudgedQuery {
  query: string;
  kind: Kind;
  /** Whether a shopper who types this wants to see the product. */
  relevant: Judge;
}

export const all =
  (...judges: Judge[]): Judge =>
  (product) =>
    judges.every((judge) => judge(product));

export const any =
  (...judges: Judge[]): Judge =>
  (product) =>
    judges.some((judge) => judge(product));

export const not =
  (judge: Judge): Judge =>
  (product) =>
    !judge(product);

export const named =
  (pattern: RegExp): Judge =>
  ({ name }) =>
    pattern.test(withoutSigns(name));

export const described =
  (pattern: RegExp): Judge =>
  ({ description }) =>
    pattern.test(description);

export const branded =
  (pattern: RegExp): Judge =>
  ({ brand }) =>
    pattern.test(brand);

/** On a shelf of this name, at whatever depth. */
export const shelved =
  (pattern: RegExp): Judge =>
  ({ categories }) =>
    categories.some((category) => pattern.test(category));

/** The names' last part, behind ' - ', or what stands in for it, is the colour. */
export const coloured =
  (pattern: RegExp): Judge =>
  ({ name }) =>
    pattern.test(name.slice(name.lastIndexOf(' - ')));

/**
 * Made for a phone, or that phone itself: 'Case for Apple iPhone 6 and 6s' fits the 6s. Neither its
 * Plus nor its edge is the phone without it.
 */
export function fits(family: string, model: string): Judge {
  const number = model.replace(/ /g, ' ?');
  return named(new RegExp(`${family}[^-]*?\\b ?${number}\\b(?! ?(Plus|edge|Active|mini))`, 'i'));
}

export function queries(kind: Kind, judgements: Record<string, Judge>): JudgedQuery[] {
  return Object.entries(judgements).map(([query, relevant]) => ({ query, kind, relevant }));
}

/** Signs of trade marks stand between the words of many names: 'Apple® iPhone® 7'. */
function withoutSigns(name: string): string {
  return name.replace(/[®™©°]/g, '').replace(/\s+/g, ' ');
}
