/** Credits and debits of a wallet, and its ledger. */
import { expect, test } from 'vitest';
import { expectLedgerBalanced } from '../../server/operations/audit/audit.testing.ts';
import { ISO, linesOf } from '../shared/printed.testing.ts';
import { openShopWithAccounts } from './accounts.testing.ts';

const { shop, accounts, balance } = await openShopWithAccounts();

test('credit puts money into a wallet, and the shopper sees it at once', async () => {
  const shopper = await shop.shopper();
  const { username } = shopper;
  const stdout = `Credited $12.50 to "${username}" (grant). The balance is $5012.50.\n`;
  const credited = await accounts('credit', username, '12.5', '--note', 'A gift');
  expect(credited).toEqual({ code: 0, stdout, stderr: '' });
  expect(await balance(shopper)).toBe(5_012.5);
  await expectLedgerBalanced(shop.services.db);
});

test('debit, received money, keys and the ledger', async () => {
  const { username } = await shop.shopper();
  const paid = ['credit', username, '20', '--note', 'Cash', '--paid', '--key', 'receipt-7'];
  const balance = 'The balance is $5020.\n';
  expect((await accounts(...paid)).stdout).toBe(
    `Credited $20 to "${username}" (money received). ${balance}`,
  );
  expect((await accounts(...paid)).stdout).toBe(
    `Credited $20 to "${username}" (money received) before; nothing was changed now. ${balance}`,
  );
  expect((await accounts('debit', username, '20.01', '--note', 'Back')).stdout).toBe(
    `Debited $20.01 from "${username}" (grant taken back). The balance is $4999.99.\n`,
  );
  expect((await accounts('debit', username, '0.01', '--note', 'Cash', '--paid')).stdout).toBe(
    `Debited $0.01 from "${username}" (money paid out). The balance is $4999.98.\n`,
  );
  expect(await accounts('debit', username, '6000', '--note', 'Back')).toEqual({
    code: 1,
    stdout: '',
    stderr: `Not have enough balance (account "${username}").\nNothing was changed.\n`,
  });
  expect(linesOf((await accounts('ledger', username)).stdout)).toEqual([
    'at (UTC)\tamount\tbalance\twhat\tnote',
    'TIME\t$5000\t$5000\tgrant\t',
    'TIME\t$20\t$5020\tmoney received\tCash',
    'TIME\t-$20.01\t$4999.99\tgrant taken back\tBack',
    'TIME\t-$0.01\t$4999.98\tmoney paid out\tCash',
    '',
  ]);
  expect(await accounts('ledger', username, '--until', '2020-01-01')).toEqual({
    code: 0,
    stdout: '',
    stderr: 'There are no such changes of this wallet.\n',
  });
  const [, received] = JSON.parse((await accounts('ledger', username, '--json')).stdout);
  expect(received).toMatchObject({ at: ISO, amount: 20, balance: 5_020, note: 'Cash' });
});

test.each([
  ['somebody', '12.345', '--note', 'x'],
  ['somebody', '5'],
  ['somebody', '5', '--note', ''],
])('credit %s %s %s is wrong usage', async (...words) => {
  const { code, stderr } = await accounts('credit', ...words);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: /)]);
});
