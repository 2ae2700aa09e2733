/** Shops whose catalogue is changed by the commands of `qkart catalogue`. */
import { onTestFinished } from 'vitest';
import {
  type FeedRecord,
  openTestFeeds,
  toJsonLines,
} from '../../server/operations/feeds/feeds.testing.ts';
import { openTestDatabase } from '../../server/testing/test-database.ts';
import { runQkart, type Settings } from '../shared/process.testing.ts';

export const catalogue = (env: Settings, ...words: string[]) =>
  runQkart(['catalogue', ...words], env);

export async function countOf(env: Settings): Promise<number> {
  return JSON.parse((await catalogue(env, 'count', '--json')).stdout).products;
}

/** Feeds in files, and shops that have imported them. */
export async function openCatalogues() {
  const feeds = await openTestFeeds();
  const writeFeed = (records: readonly FeedRecord[]) =>
    feeds.write('a.jsonl', toJsonLines(records));

  /** Creates a shop with these products only. @returns its settings */
  async function shopWith(...records: FeedRecord[]): Promise<Settings> {
    const { env } = await openTestDatabase(onTestFinished);
    if (records.length > 0) await catalogue(env, 'import', await writeFeed(records));
    return env;
  }

  return { feeds, writeFeed, shopWith };
}
