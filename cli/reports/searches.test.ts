import { beforeEach, expect, test } from 'vitest';
import { openTestFeeds } from '../../server/operations/feeds/feeds.testing.ts';
import { addSearchCounts } from '../../server/shop/search/counts/store.ts';
import { openTestShop } from '../../server/testing/test-shop.ts';
import { runQkart } from '../shared/process.testing.ts';

const feeds = await openTestFeeds();
const { database, services } = await openTestShop();
const { db } = services;
const qkart = (...words: string[]) => runQkart(words, database.env);
/** Lies after the beginning of today also if midnight passes before the command runs. */
const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
beforeEach(() => db.deleteFrom('searches').execute());

test('an unused shop has no searches', async () => {
  const stderr = 'There are no such searches. A text counts from its third search on a day.\n';
  expect(await qkart('searches')).toEqual({ code: 0, stdout: '', stderr });
  expect(await qkart('searches', '--nothing-found')).toEqual({ code: 0, stdout: '', stderr });
});

test('searches are listed with sums, and what was not found as lines for synonyms', async () => {
  const settee = { text: 'settee', searches: 4, nothingFound: 4 };
  const long = { text: 'a very long name of a sofa', searches: 3, nothingFound: 3 };
  await addSearchCounts(db, '2026-01-02', [settee, long]);
  await addSearchCounts(db, tomorrow, [settee, { text: 'sofa', searches: 9, nothingFound: 0 }]);
  expect((await qkart('searches', '--limit', '2')).stdout).toBe(
    `text\tsearches\tnothing found\tdays\tlast day
sofa\t9\t0\t1\t${tomorrow}
settee\t8\t8\t2\t${tomorrow}
`,
  );
  expect(JSON.parse((await qkart('searches', '--since', 'today', '--json')).stdout)).toEqual([
    { text: 'sofa', searches: 9, nothingFound: 0, days: 1, lastDay: tomorrow },
    { ...settee, days: 1, lastDay: tomorrow },
  ]);
  const { stdout } = await qkart('searches', '--nothing-found');
  expect(stdout.split('\n').slice(2)).toEqual([
    '# settee =>   # 8 times on 2 days',
    '# a very long name of a sofa: 3 times on 1 day',
    '',
  ]);
  const completed = stdout.replace('# settee =>', 'settee => sofa');
  const file = await feeds.write('synonyms.txt', completed);
  expect(await qkart('catalogue', 'synonyms', 'import', file)).toMatchObject({ code: 0 });
  expect((await qkart('catalogue', 'synonyms', 'list')).stdout).toBe('settee => sofa\n');
});

test('what is no day or no number is wrong usage', async () => {
  expect(await qkart('searches', '--since', '2026-02-30')).toMatchObject({ code: 2, stdout: '' });
  expect(await qkart('searches', '--limit', '0')).toMatchObject({ code: 2, stdout: '' });
});
