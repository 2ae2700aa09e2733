/** The compared search engines. Each of the others requires any or all words, with double weight for names. */

import { randomUUIDv7 } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { create, insertMultiple, search } from '@orama/orama';
import MiniSearch from 'minisearch';
import { wholeCatalogue } from '../../contract/listing.ts';
import { temporaryFolder } from '../../scripts/children.ts';
import { importFile } from '../../server/operations/feeds/import.ts';
import { openVersion } from '../../server/shop/catalogue/version.ts';
import { Search } from '../../server/shop/search/search.ts';
import type { FeedProduct } from '../../server/testing/generated-catalogue.ts';
import { type EngineName, openDatabase } from '../database.ts';
import { DEPTH } from './metrics.ts';

export interface Engine {
  /** @returns the indexes of at most 100 products in the feed, best first */
  search(text: string): Promise<number[]> | number[];
  /** Clears caches, so that a repeated query takes as long as a new one. */
  clearCaches?(): Promise<void>;
  close?(): Promise<void>;
}

/** Indexes the products. */
export type OpenEngine = (products: readonly FeedProduct[]) => Promise<Engine> | Engine;

/** The shop's search over a new database with the imported products. */
export function openQKart(engine: EngineName): OpenEngine {
  return async (products) => {
    const { storage } = await openDatabase(engine);
    const version = openVersion(storage.db);
    const { db } = storage;
    const operator = { name: 'bench', origin: 'command' };
    const services = { db, now: Date.now, newId: () => randomUUIDv7(), operator };
    const file = join(temporaryFolder(), 'products.jsonl');
    const toLine = (product: object, id: number) => JSON.stringify({ ...product, _id: String(id) });
    await writeFile(file, products.map(toLine).join('\n'));
    const { refused, problems } = await importFile(services, file);
    if (refused) throw new Error(`The products were refused: ${JSON.stringify(problems[0])}`);

    const openSearch = () => new Search({ db, catalogueVersion: version.current });
    let search = openSearch();
    await search.refresh();
    return {
      async search(text) {
        const page = await search.find({ ...wholeCatalogue, text }, DEPTH);
        return page.products.map(({ _id }) => Number(_id));
      },
      async clearCaches() {
        search = openSearch();
        await search.refresh();
      },
      async close() {
        await version.close();
        await storage.close();
      },
    };
  };
}

type Operator = 'AND' | 'OR';
const fields = ['name', 'brand', 'categories', 'description'];

/** Uses a fuzziness of 0.2 and prefix search. */
function openMiniSearch(combineWith: Operator): OpenEngine {
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
function openOrama(operator: Operator): OpenEngine {
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
function openFts5(operator: Operator): OpenEngine {
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

export const rivals: Record<string, OpenEngine> = {
  MiniSearch: openMiniSearch('OR'),
  'MiniSearch, all words': openMiniSearch('AND'),
  Orama: openOrama('OR'),
  'Orama, all words': openOrama('AND'),
  FTS5: openFts5('OR'),
  'FTS5, all words': openFts5('AND'),
};
