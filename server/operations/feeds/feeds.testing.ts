/** Creates feeds for tests: real files in a temporary folder. */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Services } from '../../platform/services.ts';
import { openTestFolder } from '../../testing/test-database.ts';
import { readFeed } from './reading/read-feed.ts';
import { sourceOf } from './reading/source-file.ts';

export type FeedRecord = Record<string, unknown>;

interface TestFeeds {
  /** @returns the path of the new file */
  write(name: string, content: string | Uint8Array): Promise<string>;
}

/** The files are removed after the test file. */
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

/** This clock advances with each call, by default a second, so that progress is reported every time. */
export function withFastClock<T extends Pick<Services, 'now'>>(services: T, stepMs = 1_000): T {
  let now = 0;
  return { ...services, now: () => (now += stepMs) };
}

/** The record of a valid product, with the given changes. */
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

/** Reads a record as an import does. @param line in which it stands in its file */
export async function readRecord(record: FeedRecord, line = 1) {
  const source = sourceOf('a.jsonl', Readable.from([Buffer.from(JSON.stringify(record))]));
  for await (const entry of readFeed(source)) if ('values' in entry) return { ...entry, line };
  throw new Error('Not one record');
}

export function toJsonLines(records: readonly FeedRecord[], newline = '\n'): string {
  return records.map((record) => `${JSON.stringify(record)}${newline}`).join('');
}

/** Formats records as CSV with their fields as columns. Every cell is quoted. */
export function toCsv(records: readonly FeedRecord[], newline = '\n'): string {
  const columns = [...new Set(records.flatMap(Object.keys))];
  const rows = records.map((record) => columns.map((column) => record[column] ?? ''));
  return [columns, ...rows].map((row) => `${row.map(toCell).join(',')}${newline}`).join('');
}

function toCell(value: unknown): string {
  return `"${String(value).replaceAll('"', '""')}"`;
}
