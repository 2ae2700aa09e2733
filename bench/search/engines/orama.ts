/** Orama as its documentation sets it up: English stemming, a tolerance of one typo, titles count twice. */
import { create, insertMultiple, search } from '@orama/orama';
import type { OpenEngine } from '../compare-engines.ts';
import { DEPTH } from '../metrics.ts';

/** @param threshold 1: a result has any of the words; 0: it has all of them */
export function openOrama(threshold: 0 | 1): OpenEngine {
  return async (products) => {
    const schema = {
      name: 'string',
      brand: 'string',
      categories: 'string[]',
      description: 'string',
    } as const;
    const tokenizer = { language: 'english', stemming: true } as const;
    const index = create({ schema, components: { tokenizer } });
    await insertMultiple(
      index,
      products.map((product, id) => ({ ...product, id: String(id) })),
    );
    const options = { tolerance: 1, threshold, boost: { name: 2 }, limit: DEPTH };
    return {
      async search(term) {
        const { hits } = await search(index, { term, ...options });
        return hits.map(({ id }) => Number(id));
      },
    };
  };
}
