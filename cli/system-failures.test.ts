/** What the operating system refuses is one sentence, not a stack. */
import { expect, test } from 'vitest';
import { openTestShop } from '../server/testing/test-shop.ts';
import { startQkart } from './shared/process.testing.ts';
import { thenClose } from './shared/shop.ts';

const shop = await openTestShop();
await shop.shopper();

const run = (words: string[], redirection: string, settings = {}) => {
  const launcher = ['sh', '-c', `exec "$@" ${redirection}`, 'sh'];
  return startQkart(words, { ...shop.database.env, ...settings }, { launcher }).outcome;
};

test('an output on a full disk', async () => {
  const { code, stderr } = await run(['accounts', 'list'], '>/dev/full');
  expect(code).toBe(1);
  expect(stderr).toContain("The output can't be written: the disk is full.\n");
  expect(stderr).not.toMatch(/^ +at /m);
});

test('a folder for temporary files that does not exist', async () => {
  const { code, stderr } = await run(['orders', 'journal'], '', { TMPDIR: '/nowhere' });
  expect([code, stderr]).toEqual([
    1,
    "A temporary file in /nowhere can't be written: its folder does not exist.\n",
  ]);
});

test('a database that fails only when it is closed: what was done is done', async () => {
  const close = () => Promise.reject(new Error('the disk fails'));
  await expect(thenClose({ close }, Promise.resolve(1))).rejects.toMatchObject({
    outcome: 'part',
    message: 'It was done, but closing the database failed: the disk fails.',
  });
  await expect(thenClose({ close }, Promise.reject(new Error('no')))).rejects.toThrow('no');
});
