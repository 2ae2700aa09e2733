/** SQLite's full-text search: Porter stemmer, prefix queries, ranked by BM25; names count twice. */
import { DatabaseSync } from 'node:sqlite';
import type { OpenEngine } from '../compare-engines.ts';
import { DEPTH } from '../metrics.ts';

/** @param operator whether a result has any of the words or all of them */
export function openFts5(operator: 'AND' | 'OR'): OpenEngine {
  return (products) => {
    const database = new DatabaseSync(':memory:');
    database.exec(`create virtual table products using fts5
      (name, brand, categories, description, tokenize = 'porter unicode61', prefix = '2 3')`);
    const insert = database.prepare(
      'insert into products (rowid, name, brand, categories, description) values (?, ?, ?, ?, ?)',
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
