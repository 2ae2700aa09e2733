/** The metrics know when the last backup was made. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { readLastBackup } from '../server/operations/backup/last-backup.ts';
import { openMetrics } from '../server/platform/metrics/metrics.ts';
import { engine, openTestFolder } from '../server/testing/test-database.ts';
import { openTestShop } from '../server/testing/test-shop.ts';
import { runQkart } from './shared/process.testing.ts';

const { services, database } = await openTestShop();
const folder = await openTestFolder();
const { registry } = openMetrics({
  readPool: () => undefined,
  readLastBackup: () => readLastBackup(services.db),
});
const backup = (...words: string[]) => runQkart(['backup', ...words], database.env);

/** @returns milliseconds */
async function lastBackup(): Promise<number> {
  const metrics = await registry.metrics();
  const [, seconds] = /^qkart_last_backup_timestamp_seconds (\S+)$/m.exec(metrics) ?? [];
  return Number(seconds) * 1_000;
}

test('it is 0 until a backup is noted, and then the time of the last one', async () => {
  expect(await lastBackup()).toBe(0);
  const ways = engine === 'sqlite' ? [join(folder, 'shop.db'), '--made'] : ['--made'];
  for (const way of ways) {
    const before = Date.now();
    expect(await backup(way)).toMatchObject({ code: 0, stderr: '' });
    expect(await lastBackup()).toBeGreaterThanOrEqual(before);
    expect(await lastBackup()).toBeLessThanOrEqual(Date.now());
  }
  const last = await lastBackup();
  const refused = await backup(engine === 'sqlite' ? join(folder, 'nowhere', 'a') : 'shop.db');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(await lastBackup()).toBe(last);
});

test.each([[[]], [['shop.db', '--made']]])('backup %j is wrong usage', async (words) => {
  const { code, stderr } = await backup(...words);
  expect([code, stderr]).toEqual([2, expect.stringContaining('name a file, or say by --made')]);
});

test.skipIf(engine !== 'sqlite')('a shop that can note nothing is saved', async () => {
  const saved = join(folder, 'other.db');
  expect(await backup(saved)).toMatchObject({ code: 0 });
  const DATA_DIR = join(folder, 'other');
  expect(await runQkart(['restore', saved], { DATA_DIR })).toMatchObject({ code: 0 });
  const file = new DatabaseSync(join(DATA_DIR, 'shop.db'));
  file.exec('drop table last_backup');
  file.close();
  const { code, stderr } = await runQkart(['backup', join(folder, 'again.db')], { DATA_DIR });
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/^The metrics do not know of this backup: no such table/),
  ]);
});
