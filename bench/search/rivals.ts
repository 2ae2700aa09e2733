/** Other search engines with their recommended settings, and with double weight for names. Each requires any or all words. */
import { DatabaseSync } from 'node:sqlite';
import { create, insertMultiple, search } from '@orama/orama';
import MiniSearch from 'minisearch';
import type { OpenEngine } from './compare-engines.ts';
import { DEPTH } from './metrics.ts';

type Operator = 'AND' | 'OR';
const fields = ['name', 'brand', 'categories', 'description'];

/** Uses a fuzziness of 0.2 and prefix search. */
export function openMiniSearch(combineWith: Operator): OpenEngine {
  return (products) => {
    const searchOptions = { boost: { name: 2 }, fuzzy: 0.2, prefix: true, combineWith };
    const index = new MiniSearch({ fields, searchOptions });
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

/** Uses English stemming and a tolerance of one typo. Orama always searches prefixes. */
export function openOrama(operator: Operator): OpenEngine {
  return async (products) => {
    const text = { name: 'string', brand: 'string', description: 'string' } as const;
    const schema = { ...text, categories: 'string[]' } as const;
    const tokenizer = { language: 'english', stemming: true } as const;
    const index = create({ schema, components: { tokenizer } });
    await insertMultiple(
      index,
      products.map((product, id) => ({ ...product, id: String(id) })),
    );
    const threshold = operator === 'OR' ? 1 : 0;
    const options = { tolerance: 1, threshold, boost: { name: 2 }, limit: DEPTH };
    return {
      async search(term) {
        const { hits } = await search(index, { term, ...options });
        return hits.map(({ id }) => Number(id));
      },
    };
  };
}

/** SQLite's full-text search: Porter stemmer, prefix queries, BM25. */
export function openFts5(operator: Operator): OpenEngine {
  return (products) => {
    const database = new DatabaseSync(':memory:');
    database.exec(
      `create virtual table products using fts5 (${fields}, tokenize = 'porter unicode61', prefix = '2 3')`,
    );
    const insert = database.prepare(
      `insert into products (rowid, ${fields}) values (?, ?, ?, ?, ?)`,
    );
    for (const [id, { name, brand, categories, description }] of products.entries()) {
      insert.run(id, name, brand, categories.join(' '), description);
    }
    const select = database.prepare(`select rowid from products where products match ?
      order by bm25(products, 2, 1, 1, 1) limit ${DEPTH}`);
    return {
      search(text) {
        const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
        const query = words.map((word) => `"${word}" *`).join(` ${operator} `);
        return select.all(query).map(({ rowid }) => Number(rowid));
      },
    };
  };
}
