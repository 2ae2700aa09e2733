import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestFolder } from '../server/testing/test-database.ts';
import { openTestShop } from '../server/testing/test-shop.ts';
import { startQkart } from './shared/process.testing.ts';

const shop = await openTestShop();

test('commands read qkart.env in the working directory, and the environment wins', async () => {
  const cwd = await openTestFolder();
  const lines = Object.entries(shop.database.env).map(([name, value]) => `${name}="${value}"\n`);
  await writeFile(join(cwd, 'qkart.env'), `# the shop\n${lines.join('')}`);
  const count = (settings: Record<string, string>) =>
    startQkart(['catalogue', 'count'], settings, { cwd }).outcome;
  expect(await count({})).toMatchObject({ code: 0, stdout: expect.stringContaining('60') });
  const elsewhere = join(cwd, 'elsewhere');
  const { code, stderr } = await count({ DATABASE_URL: '', DATA_DIR: elsewhere });
  expect(code).toBe(1);
  expect(stderr).toContain(`There is no shop in ${elsewhere}.\n`);
});

test('a name that is no setting is a warning, and the command goes on', async () => {
  const cwd = await openTestFolder();
  await writeFile(join(cwd, 'qkart.env'), 'PUBLIC_ULR=https://shop.example\n');
  const { code, stderr } = await startQkart(['catalogue', 'count'], shop.database.env, { cwd })
    .outcome;
  expect(code).toBe(0);
  expect(stderr).toContain('qkart.env line 1: PUBLIC_ULR is no setting of the shop.\n');
});

test('a settings file that cannot be read is one sentence', async () => {
  const cwd = await openTestFolder();
  await mkdir(join(cwd, 'qkart.env'));
  const { code, stdout, stderr } = await startQkart(['orders', 'list'], {}, { cwd }).outcome;
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^The settings file .*qkart\.env can't be read: .*\.\n$/);
});
