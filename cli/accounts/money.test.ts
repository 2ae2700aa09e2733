import { expect, test, vi } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { expectLedgerBalanced } from '../../server/operations/audit/audit.testing.ts';
import { openTestShop } from '../../server/testing/test-shop.ts';
import { COMMAND_TEST_TIMEOUT_MS, runQkart } from '../process.testing.ts';

vi.setConfig({ testTimeout: COMMAND_TEST_TIMEOUT_MS });
// The commands run while this shop is open.
const shop = await openTestShop();
const accounts = (...words: string[]) =>
  runQkart(['accounts', ...words], { env: shop.database.env });

test('credit puts money into a wallet, and the shopper sees it at once', async () => {
  const shopper = await shop.shopper();
  const words = ['credit', shopper.username.toUpperCase(), '12.5', '--note', 'A gift'];
  expect(await accounts(...words)).toEqual({
    code: 0,
    stdout: `Credited $12.50 to "${shopper.username}", who has $5012.50 now.\n`,
    stderr: '',
  });
  const wallet = await shop.call('GET', paths.wallet, { as: shopper });
  expect(wallet.json()).toEqual({ balance: 5_012.5 });
  await expectLedgerBalanced(shop.services.db);
});

test('export prints all data about a person', async () => {
  const shopper = await shop.shopper();
  const { code, stdout } = await accounts('export', shopper.username);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    account: { id: shopper.userId, username: shopper.username },
    wallet: { balance: 5_000 },
  });
});

test('erase removes a person and ends their session at once', async () => {
  const shopper = await shop.shopper();
  expect(await accounts('erase', shopper.username)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Add --yes: nobody can be asked here.\nNothing was changed.\n',
  });
  expect((await shop.call('GET', paths.cart, { as: shopper })).statusCode).toBe(200);
  const { code, stdout } = await accounts('erase', shopper.username, '--yes');
  expect(code).toBe(0);
  expect(stdout).toMatch(
    new RegExp(
      `^Erased "${shopper.username}"\\. The orders are those of erased-[0-9a-f]{16} now\\.\\n$`,
    ),
  );
  expect((await shop.call('GET', paths.cart, { as: shopper })).statusCode).toBe(401);
  await expectLedgerBalanced(shop.services.db);
});

test.each([
  ['credit', 'nobody-here', '5', '--note', 'x'],
  ['export', 'nobody-here'],
  ['erase', 'nobody-here', '--yes'],
])('%s with an unknown name is a failure', async (...words) => {
  const { code, stdout, stderr } = await accounts(...words);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^There is no account "nobody-here"\.\n/);
});

test.each([
  [['credit', 'somebody', '12.345', '--note', 'x']],
  [['credit', 'somebody', '5']],
  [['credit', 'somebody', '5', '--note', '']],
])('wrong usage: %j', async (words) => {
  const { code, stderr } = await accounts(...words);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: /)]);
});
