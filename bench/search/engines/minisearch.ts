/** MiniSearch as its README sets it up: titles count twice, `fuzzy: 0.2`, prefix search. */
import MiniSearch from 'minisearch';
import type { OpenEngine } from '../compare-engines.ts';
import { DEPTH } from '../metrics.ts';

/** @param combineWith whether a result has any of the words or all of them */
export function openMiniSearch(combineWith: 'AND' | 'OR'): OpenEngine {
  return (products) => {
    const index = new MiniSearch({
      fields: ['name', 'brand', 'categories', 'description'],
      searchOptions: { boost: { name: 2 }, fuzzy: 0.2, prefix: true, combineWith },
    });
    index.addAll(
      products.map((product, id) => ({ ...product, id, categories: product.categories.join(' ') })),
    );
    return {
      search: (text) =>
        index
          .search(text)
          .slice(0, DEPTH)
          .map(({ id }) => Number(id)),
    };
  };
}
