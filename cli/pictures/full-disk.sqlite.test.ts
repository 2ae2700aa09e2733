import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePhoto } from '../../server/operations/pictures/test-pictures.ts';
import { openTestFolder } from '../../server/testing/test-database.ts';
import { openTestShop } from '../../server/testing/test-shop.ts';
import { runQkart, startQkart } from '../process.testing.ts';

test('a full disk changes nothing, and the same command does the rest when there is room', async () => {
  const shop = await openTestShop();
  await shop.sell({ id: 'lamp' });
  const file = join(await openTestFolder(), 'lamp.jpg');
  await writeFile(file, await makePhoto(900, 900, '#123456'));
  const { env } = shop.database;
  // The shell limits files to 16 blocks of 512 bytes, and ignores the signal that would end the process.
  const launcher = ['sh', '-c', 'trap "" XFSZ; ulimit -f 16; exec "$@"', 'sh'];
  const limited = { ...env, NODE_COMPILE_CACHE: '' };
  const words = ['pictures', 'import', file];
  const { code, stderr } = await startQkart(words, limited, { launcher }).outcome;
  expect(code).toBe(4);
  // Nobody knows what a failed commit left, so the command doesn't say that nothing was changed.
  expect(stderr).toMatch(
    /^The database failed: the disk .*\.\nIt may have been changed, or not: look/,
  );
  expect((await shop.call('GET', '/api/v1/products/lamp')).json().image).toBe('/test.webp');
  expect(await shop.services.db.selectFrom('picture_files').select('side').execute()).toEqual([]);
  expect((await runQkart(words, env)).code).toBe(0);
});
