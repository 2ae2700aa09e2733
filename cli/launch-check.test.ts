import { mkdir, mkdtemp, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { takeOut } from '../server/operations/feeds/removal.ts';
import { replaceIdentity } from '../server/shop/identity/store.ts';
import { engine } from '../server/testing/test-database.ts';
import { openTestShop, type TestShop } from '../server/testing/test-shop.ts';
import { runQkart } from './shared/process.testing.ts';

const folder = await mkdtemp(join(tmpdir(), 'qkart-test-'));
afterAll(() => rm(folder, { recursive: true }));
const checkOf =
  ({ database }: TestShop) =>
  (words: string[] = [], settings = {}) =>
    runQkart(['shop', 'check', ...words], { ...database.env, ...settings });

/** Saves the shop, as docs/operations.md says. */
async function saveBackup({ database }: TestShop, file: string): Promise<void> {
  if (engine === 'sqlite') {
    expect(await runQkart(['backup', file], database.env)).toMatchObject({ code: 0 });
  } else {
    const dump = '--\n-- PostgreSQL database dump\n--\n\nselect 1;\n\n--\n';
    await writeFile(file, `${dump}-- PostgreSQL database dump complete\n--\n\n`);
  }
}

/** Writes a part of a backup, as a full disk leaves it. */
async function cutOff(backup: string, file: string): Promise<void> {
  const whole = await readFile(backup);
  await writeFile(file, whole.subarray(0, whole.length / 2));
}

const ready = { PUBLIC_URL: 'https://shop.example', OPENING_BALANCE: '0' };

test('a shop that was just made lacks all that a public one needs', async () => {
  const check = checkOf(await openTestShop());
  const { code, stdout, stderr } = await check();
  expect(stdout.trim().split('\n')).toEqual([
    'The shop has no identity of its own, and issues no invoices: qkart shop import FILE sets it.',
    'PUBLIC_URL is not set: it is the address under which shoppers find the shop.',
    'Each new account gets $5000: set OPENING_BALANCE to what you give, such as 0.',
    'Products of the demo on sale: 60. qkart catalogue remove --demo takes them out.',
    'It is not known whether there is a backup: name its folder by --backups FOLDER.',
  ]);
  expect([code, stderr]).toEqual([1, '5 things to do first.\n']);
  const json = await check(['--json'], { PUBLIC_URL: 'http://shop.example' });
  expect(JSON.parse(json.stdout)).toContain(
    'PUBLIC_URL is http://shop.example, without HTTPS: passwords could be read on their way.',
  );
});

test('each thing that is done is no longer listed, and in the end nothing is missing', async () => {
  const shop = await openTestShop();
  const check = checkOf(shop);
  const demo = await shop.services.db.selectFrom('products').select('id').execute();
  await takeOut(shop.services, new Set(demo.map(({ id }) => id)));
  await shop.sell({ id: 'spade' });
  await shop.sell({ id: 'rake' });
  const backups = join(folder, 'backups');
  await mkdir(backups);
  const lacks = async () => (await check(['--backups', backups], ready)).stdout;
  await replaceIdentity(shop.services, {
    name: 'Birch',
    legal: { imprint: '# A', privacy: '# B' },
  });
  const command = engine === 'sqlite' ? 'qkart backup FILE' : 'pg_dump';
  expect(await lacks()).toBe(
    `Nobody is named as the seller: seller in shop.json.\nThere is no text "terms": legal in shop.json.\nThere is no text "returns": legal in shop.json.\nPages promise free delivery within 7 business days, as the demo does: delivery in shop.json.\nThere is no backup in ${backups}: ${command} makes one.\n`,
  );
  await replaceIdentity(shop.services, {
    name: 'Birch',
    legal: { imprint: '# A', privacy: '# B', terms: '# C', returns: '# D' },
    seller: { legalName: 'Birch', address: '1 Mill Lane', country: 'DE', email: 'a@b.example' },
    delivery: { businessDays: 7 },
  });
  const none = `There is no backup in ${backups}: ${command} makes one.\n`;
  const letter = join(backups, 'a letter');
  await writeFile(letter, 'Dear merchant');
  const fault =
    engine === 'sqlite' ? 'is damaged (file is not a database)' : 'is no dump of pg_dump';
  expect(await lacks()).toBe(`${letter} ${fault}, so it does not count as a backup.\n${none}`);
  const backup = join(backups, 'shop.db');
  await saveBackup(shop, backup);
  await utimes(backup, 0, 0);
  await truncate(letter);
  expect(await lacks()).toContain(`${letter} is empty, so`);
  await rm(letter);
  expect(await lacks()).toBe(
    `The latest backup in ${backups} is of 1970-01-01, more than a day old.\n`,
  );
  const minuteAgo = Date.now() / 1_000 - 60;
  await utimes(backup, minuteAgo, minuteAgo);
  await cutOff(backup, join(backups, 'cut off.db'));
  expect(await lacks()).toContain('cut off.db ');
  expect(await lacks()).toContain(', so it does not count as a backup.\n');
  await rm(join(backups, 'cut off.db'));
  // Another backup is being written.
  await writeFile(join(backups, 'next.db.part'), 'half a backup');
  expect(await check(['--backups', backups], ready)).toEqual({
    code: 0,
    stdout: 'Nothing is missing.\n',
    stderr: '',
  });
  await shop.services.db.updateTable('products').set({ image: '' }).execute();
  expect(await lacks()).toContain('Products on sale without a picture: 2.');
  expect((await check(['--backups', join(folder, 'nowhere')], ready)).stderr).toContain(
    'nowhere does not exist.',
  );
});
