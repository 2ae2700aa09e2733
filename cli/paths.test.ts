/** Commands that get a path of something that can't be read or written: one sentence with the path. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceIdentity } from '../server/shop/identity/store.ts';
import { openTestFolder } from '../server/testing/test-database.ts';
import { openTestShop } from '../server/testing/test-shop.ts';
import { runQkart } from './shared/process.testing.ts';

const { database, services } = await openTestShop();
await replaceIdentity(services, { name: 'Birch' });
const folder = await openTestFolder();
const table = join(folder, 'a.csv');
await writeFile(table, '_id,name,cost\nlamp,Lamp,12\n');
const missing = join(folder, 'missing');
/** A path through a file. */
const wrong = join(table, 'a.json');

const NO_FILE = 'does not exist.';
const NO_FOLDER = "can't be written: its folder does not exist.";
const CHANGED = 'Nothing was changed.';

test.each<[string[], string, string, string[]]>([
  [['catalogue', 'import'], missing, NO_FILE, [CHANGED]],
  [['catalogue', 'update'], wrong, NO_FILE, [CHANGED]],
  [['catalogue', 'import'], folder, 'is a directory.', [CHANGED]],
  [['catalogue', 'export'], join(missing, 'a.csv'), NO_FOLDER, [CHANGED]],
  [['catalogue', 'export'], wrong, NO_FOLDER, [CHANGED]],
  [['catalogue', 'synonyms', 'import'], missing, NO_FILE, [CHANGED]],
  [['orders', 'ship', '--file'], wrong, NO_FILE, [CHANGED]],
  [['pictures', 'import'], missing, NO_FILE, [CHANGED]],
  [['pictures', 'import'], wrong, NO_FILE, [CHANGED]],
  [['shop', 'import'], missing, NO_FILE, [CHANGED]],
  [['shop', 'export'], join(missing, 'a.json'), NO_FOLDER, ['Nothing was written.']],
  [['shop', 'export'], wrong, NO_FOLDER, ['Nothing was written.']],
  [['shop', 'check', '--backups'], missing, NO_FILE, []],
  [['shop', 'check', '--backups'], table, 'is no directory.', []],
])('%j %s', async (words, path, problem, others) => {
  const { code, stderr } = await runQkart([...words, path], database.env);
  expect([code, stderr]).toEqual([1, [`${path} ${problem}`, ...others, ''].join('\n')]);
});
