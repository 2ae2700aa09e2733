import { expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { expectLedgerBalanced } from '../audit/audit.testing.ts';
import { toJournal } from '../orders/journal.ts';
import { creditAccount } from './credit.ts';

const shop = await openTestShop();
const { services } = shop;

test('a credit raises the balance, and the journal has its reason', async () => {
  const shopper = await shop.shopper();
  const username = shopper.username.toUpperCase();
  const credited = await creditAccount(services, {
    username,
    amountCents: 1_234,
    note: 'A gift;\n  with thanks',
  });
  expect(credited).toEqual({ username: shopper.username, balanceCents: 501_234 });
  const wallet = await shop.call('GET', paths.wallet, { as: shopper });
  expect(wallet.json()).toEqual({ balance: 5_012.34 });
  const journal = (await Array.fromAsync(toJournal(services.db))).join('');
  expect(journal).toContain(' grant  ; A gift; with thanks\n');
  await expectLedgerBalanced(services.db);
});

test('a credit for an unknown name is refused', async () => {
  const credit = { username: 'nobody-here', amountCents: 100, note: 'A gift' };
  await expect(creditAccount(services, credit)).rejects.toThrow(
    'There is no account "nobody-here".',
  );
});
