/** `qkart operators`: who may use the desk. */
import { expect, test } from 'vitest';
import { openTestShop } from '../server/testing/test-shop.ts';
import { runQkart } from './shared/process.testing.ts';

const { database } = await openTestShop();
const operators = (words: readonly string[], more: Record<string, string> = {}) =>
  runQkart(['operators', ...words], { ...database.env, QKART_OPERATOR: 'owner', ...more });

test('an operator is added with a link, listed, reset and removed', async () => {
  expect((await operators(['list'])).stderr).toContain('There are no operators');
  const added = await operators(['add', 'Ann'], { DESK_PORT: '8081' });
  expect(added).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\nhttp:\/\/localhost:8081\/join\?link=[\w-]{32}\n$/),
  });
  expect((await operators(['reset', 'Ann'])).stdout).toMatch(/set DESK_PORT.*\n\/join\?link=/);
  const listed = JSON.parse((await operators(['list', '--json'])).stdout);
  expect(listed).toEqual([
    { name: 'Ann', since: expect.any(String), login: 'link not used', seen: null },
  ]);
  expect(await operators(['remove', 'Ann'])).toMatchObject({ code: 0 });
  const { stdout } = await runQkart(['log', '--json', '--operator', 'owner'], database.env);
  const entries = JSON.parse(stdout).map(
    ({ action, subject }: { action: string; subject: string }) => [action, subject],
  );
  expect(entries).toEqual([
    ['operator removed', 'Ann'],
    ['operator changed', 'Ann'],
    ['operator added', 'Ann'],
  ]);
  expect(stdout).not.toContain(added.stdout.trim().split('link=')[1] ?? 'link');
});

test('a wrong name is refused, and changes nothing', async () => {
  await operators(['add', 'Bea']);
  for (const [words, reason] of [
    [['add', 'Bea'], 'There is an operator "Bea"'],
    [['add', ' '], 'must be 1 to 64 visible characters'],
    [['add', 'x'.repeat(65)], 'must be 1 to 64 visible characters'],
    [['reset', 'Cem'], 'There is no operator "Cem"'],
    [['remove', 'Cem'], 'There is no operator "Cem"'],
  ] as const) {
    const { code, stderr } = await operators(words);
    expect([code, stderr], words.join(' ')).toEqual([1, expect.stringContaining(reason)]);
  }
});
