/** Imports without a shop. A refused file creates none. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { feedRecord } from '../../server/operations/feeds/feeds.testing.ts';
import { type NewShop, writeTo } from '../../server/operations/new-shop.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import type { OperatorServices } from '../../server/platform/services.ts';
import { openTestFolder } from '../../server/testing/test-database.ts';
import { runQkart } from '../shared/process.testing.ts';
import { reportFailure } from '../shared/report-failure.ts';
import { withNewOrExistingShop } from '../shared/shop.ts';
import { countOf, openCatalogues } from './catalogue.testing.ts';

const { feeds, writeFeed } = await openCatalogues();
const noShop = async () => join(await openTestFolder(onTestFinished), 'nowhere');

test.each([
  ['a record with a problem', '{"_id":"a","name":"A"}\n', []],
  ['a file that breaks off', `${JSON.stringify(feedRecord('a'))}\n{`, []],
  ['an empty file', '', []],
  ['a file whose records are all skipped', '{"_id":"a"}\n', ['--skip-invalid']],
  ['a file of another format', 'a,b\n', ['--format', 'shopify']],
])('of %s leaves nothing', async (_what, content, options) => {
  const DATA_DIR = await noShop();
  const file = await feeds.write('a.jsonl', content);
  for (const [name, input] of [
    [file, ''],
    ['-', content],
  ] as const) {
    const words = ['catalogue', 'import', name, ...options];
    const { code, stdout, stderr } = await runQkart(words, { DATA_DIR }, input);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/\.?\nNothing was changed\.\n$/);
    expect(existsSync(DATA_DIR)).toBe(false);
  }
});

test.each([
  [['catalogue', 'import', '/nowhere/a.csv']],
  [['shop', 'import', '/nowhere/shop.json']],
])('of a missing file leaves nothing: %j', async (words) => {
  const DATA_DIR = await noShop();
  const stderr = `${words.at(-1)} does not exist.\nNothing was changed.\n`;
  expect(await runQkart(words, { DATA_DIR })).toEqual({ code: 1, stdout: '', stderr });
  expect(existsSync(DATA_DIR)).toBe(false);
});

test('of an invalid identity leaves nothing', async () => {
  const DATA_DIR = await noShop();
  const file = await feeds.write('shop.json', '{"name": ""}');
  const { code, stderr } = await runQkart(['shop', 'import', file], { DATA_DIR });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/\nNothing was changed\.\n$/)]);
  expect(existsSync(DATA_DIR)).toBe(false);
});

test('of a good file creates the shop, with the products of the file', async () => {
  const DATA_DIR = await noShop();
  const file = await writeFeed([feedRecord('a'), feedRecord('b')]);
  const { code, stdout } = await runQkart(['catalogue', 'import', file], { DATA_DIR });
  expect([code, stdout]).toEqual([0, expect.stringContaining('2 added')]);
  expect(await countOf({ DATA_DIR })).toBe(2);
  const other = await noShop();
  const identity = await feeds.write('shop.json', '{"name": "Birch"}');
  const imported = await runQkart(['shop', 'import', identity], { DATA_DIR: other });
  expect(imported).toMatchObject({ code: 0, stdout: 'The shop is Birch now.\n' });
});

test('of a dry run prints what would be added, and leaves nothing', async () => {
  const DATA_DIR = await noShop();
  const file = await writeFeed([feedRecord('a')]);
  const { code, stdout } = await runQkart(['catalogue', 'import', file, '--dry-run'], { DATA_DIR });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^\+ a: The a.*1 added.*a dry run/s)]);
  expect(existsSync(DATA_DIR)).toBe(false);
});

test('a failure once the shop is created says that it was', async () => {
  const DATA_DIR = await noShop();
  vi.stubEnv('DATA_DIR', DATA_DIR);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const fail = () => Promise.reject(new OperatorError('The disk fails.'));
  const error: unknown = await withNewOrExistingShop((shop: OperatorServices | NewShop) =>
    writeTo(shop, fail),
  ).catch((thrown: unknown) => thrown);
  expect(existsSync(join(DATA_DIR, 'shop.db'))).toBe(true);
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  const code = reportFailure(error, 'Nothing was changed.\n');
  expect([code, written.mock.calls.join('')]).toEqual([
    1,
    'The disk fails.\nThe shop was created, and is empty. Nothing else was changed.\n',
  ]);
});
