/** The categories of the catalogue by their words, to suggest them. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { tokenizeWithForms } from '../analysis/tokenize.ts';
import type { Segment } from './segment.ts';

export interface Category {
  name: string;
  words: readonly string[];
}

/** The number of segments that are counted before other work may run. */
const SEGMENTS_PER_STEP = 32;

/** Lists the categories that have products, most products first. */
export async function listCategories(segments: readonly Segment[]): Promise<Category[]> {
  const counts = new Map<string, number>();
  for (const [index, { categories, categoryNames, onSale }] of segments.entries()) {
    if (index % SEGMENTS_PER_STEP === 0) await nextTurn();
    const inSegment = new Uint32Array(categoryNames.length);
    for (let doc = 0; doc < categories.length; doc++) {
      const category = categories[doc] as number;
      inSegment[category] = (inSegment[category] as number) + (onSale[doc] as number);
    }
    for (const [index, name] of categoryNames.entries()) {
      const products = inSegment[index] as number;
      if (products > 0 && name !== '') counts.set(name, (counts.get(name) ?? 0) + products);
    }
  }
  return mostFirst(counts).map(([name]) => ({ name, words: tokenizeWithForms(name).terms }));
}

/** Sorts names by their counts; equal counts by name. */
export function mostFirst(counts: Iterable<[name: string, count: number]>) {
  return [...counts].sort(([one, count], [other, more]) => more - count || (one < other ? -1 : 1));
}
