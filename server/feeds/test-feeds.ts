/** Files of products as operators have them, for tests: real ones, in a folder of their own. */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openTestFolder } from '../test-database.ts';

export type FeedRecord = Record<string, unknown>;

interface TestFeeds {
  /** @returns the path of a file of that name with that content */
  write(name: string, content: string | Uint8Array): Promise<string>;
}

/** The files are gone when the test file is done. */
export async function openTestFeeds(): Promise<TestFeeds> {
  const folder = await openTestFolder();
  return {
    async write(name, content) {
      const file = join(folder, randomUUID(), name);
      await mkdir(dirname(file));
      await writeFile(file, content);
      return file;
    },
  };
}

/** A product with nothing wrong, apart from what is changed. */
export function feedRecord(id: string, changes: FeedRecord = {}): FeedRecord {
  return {
    _id: id,
    name: `The ${id}`,
    category: 'Tests',
    cost: 12.5,
    rating: 4.5,
    image: `/pictures/${id}.webp`,
    stock: 7,
    ...changes,
  };
}

export function toJsonLines(records: readonly FeedRecord[], newline = '\n'): string {
  return records.map((record) => `${JSON.stringify(record)}${newline}`).join('');
}

/** The columns are the records' fields; every cell is quoted. */
export function toCsv(records: readonly FeedRecord[], newline = '\n'): string {
  const columns = [...new Set(records.flatMap(Object.keys))];
  const rows = records.map((record) => columns.map((column) => record[column] ?? ''));
  return [columns, ...rows].map((row) => `${row.map(toCell).join(',')}${newline}`).join('');
}

function toCell(value: unknown): string {
  return `"${String(value).replaceAll('"', '""')}"`;
}
