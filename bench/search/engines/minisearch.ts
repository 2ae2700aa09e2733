/**
 * MiniSearch as its README sets it up: a boost of 2 for what a title is here, `fuzzy: 0.2`, and
 * prefixes. Words are combined with OR unless one says otherwise; both are measured.
 */
import MiniSearch, { type SearchResult } from 'minisearch';
import { DEPTH } from '../metrics.ts';
import type { OpenEngine } from './engine.ts';

export const openMiniSearch: OpenEngine = (products) => open('MiniSearch', 'OR')(products);
export const openMiniSearchAnd: OpenEngine = (products) =>
  open('MiniSearch, all words', 'AND')(products);

function open(name: string, combineWith: 'AND' | 'OR'): OpenEngine {
  return (products) => {
    const index = new MiniSearch({
      fields: ['name', 'brand', 'categories', 'description'],
      searchOptions: { boost: { name: 2 }, fuzzy: 0.2, prefix: true, combineWith },
    });
    index.addAll(
      products.map(({ name, brand, categories, description }, id) => ({
        id,
        name,
        brand,
        categories: categories.join(' '),
        description,
      })),
    );
    return { name, search: (text) => index.search(text).slice(0, DEPTH).map(placeOf) };
  };
}

function placeOf({ id }: SearchResult): number {
  // The id that the document was added with.
  return id as number;
}
