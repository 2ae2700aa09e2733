/**
 * Orama as its documentation sets it up: the English tokenizer with stemming, a tolerance of 1 typo,
 * a boost of 2 for what a title is here. Prefixes match by themselves. Its threshold of 1 takes what
 * has any of the words, 0 only what has all; both are measured.
 */
import { create, insertMultiple, search } from '@orama/orama';
import { DEPTH } from '../metrics.ts';
import type { OpenEngine } from './engine.ts';

export const openOrama: OpenEngine = (products) => open('Orama', 1)(products);
export const openOramaAnd: OpenEngine = (products) => open('Orama, all words', 0)(products);

const schema = {
  name: 'string',
  brand: 'string',
  categories: 'string[]',
  description: 'string',
} as const;

function open(name: string, threshold: number): OpenEngine {
  return async (products) => {
    const index = create({
      schema,
      components: { tokenizer: { language: 'english', stemming: true } },
    });
    await insertMultiple(
      index,
      products.map((product, place) => ({ ...product, id: String(place) })),
    );
    return {
      name,
      async search(text) {
        const { hits } = await search(index, {
          term: text,
          tolerance: 1,
          threshold,
          boost: { name: 2 },
          limit: DEPTH,
        });
        return hits.map(({ id }) => Number(id));
      },
    };
  };
}
