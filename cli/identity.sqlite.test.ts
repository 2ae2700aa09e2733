import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceIdentity } from '../server/shop/identity/store.ts';
import { openTestFolder } from '../server/testing/test-database.ts';
import { openTestShop } from '../server/testing/test-shop.ts';
import { runQkart, startQkart } from './shared/process.testing.ts';

// The shell limits files to 16 blocks of 512 bytes, and ignores the signal that would end the process.
const launcher = ['sh', '-c', 'trap "" XFSZ; ulimit -f 16; exec "$@"', 'sh'];

test('a full disk leaves the identity as it was, and the same command works when there is room', async () => {
  const { database } = await openTestShop();
  const file = join(await openTestFolder(), 'shop.json');
  const words = ['shop', 'import', file];
  const nameOf = async () =>
    JSON.parse((await runQkart(['shop', 'show', '--json'], database.env)).stdout).name;
  await writeFile(file, JSON.stringify({ name: 'Birch' }));
  expect((await runQkart(words, database.env)).code).toBe(0);

  const terms = `# Terms\n\n${'Long. '.repeat(15_000)}`;
  await writeFile(file, JSON.stringify({ name: 'Oak', legal: { terms } }));
  const limited = { ...database.env, NODE_COMPILE_CACHE: '' };
  const { code, stdout, stderr } = await startQkart(words, limited, { launcher }).outcome;
  expect([code, stdout]).toEqual([4, '']);
  // Nobody knows what a failed commit left, so the command doesn't say that nothing was changed.
  expect(stderr).toMatch(
    /^The database failed: the disk .*\.\nIt may have been changed, or not: look/,
  );
  expect(await nameOf()).toBe('Birch');
  expect((await runQkart(words, database.env)).code).toBe(0);
  expect(await nameOf()).toBe('Oak');
});

test('a file for which the disk has no room is not left in part', async () => {
  const { database, services } = await openTestShop();
  const terms = `# Terms\n\n${'Long. '.repeat(15_000)}`;
  await replaceIdentity(services, { name: 'Oak', legal: { terms } });
  const folder = await openTestFolder();
  const words = ['shop', 'export', join(folder, 'shop.json')];
  const limited = { ...database.env, NODE_COMPILE_CACHE: '' };
  const { code, stderr } = await startQkart(words, limited, { launcher }).outcome;
  expect(code).toBe(1);
  expect(stderr).toMatch(/shop\.json can't be written: .*\.\nNothing was written\.\n$/);
  expect(await readdir(folder)).toEqual([]);
});
