import { describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { formatNumber, numberOf } from '../../shop/codes.ts';
import { shoppingIn } from '../../shop/orders/shopping.testing.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { expectLedgerBalanced } from '../audit/audit.testing.ts';
import { toJournal } from '../orders/journal.ts';
import { operatorOf } from '../orders/operator.testing.ts';
import { readStatements } from './ledger.ts';
import { changeBalance, type WalletRequest } from './wallet.ts';

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const { checkout, readyShopper } = shoppingIn(shop);
await shop.sell({ id: 'pen', costCents: 105 });

const change = (account: string, amountCents: number, options: Partial<WalletRequest> = {}) =>
  changeBalance(services, { account, amountCents, note: 'A gift', ...options });

test('a credit raises the balance, and the journal has its reason', async () => {
  const shopper = await shop.shopper();
  const credited = await change(shopper.username.toUpperCase(), 1_234, {
    note: 'A gift;\n  with thanks',
  });
  const { username } = shopper;
  expect(credited).toEqual({
    ...{ username, source: 'grants' },
    ...{ balanceCents: 501_234, isChanged: true },
  });
  const wallet = await shop.call('GET', paths.wallet, { as: shopper });
  expect(wallet.json()).toEqual({ balance: 5_012.34 });
  const journal = (await Array.fromAsync(toJournal(db, 'UTC'))).join('');
  expect(journal).toContain(' grant  ; A gift; with thanks\n');
  await expectLedgerBalanced(db);
});

test('money that was received is no grant, and what is paid out goes back there', async () => {
  const { username, userId } = await shop.shopper();
  await change(username, 2_000, { isPaid: true });
  await change(username, -500, { isPaid: true });
  await change(username, -300);
  const entries = await db
    .selectFrom('ledger_entries')
    .select(['account', 'amount_cents'])
    .where('user_id', '=', userId)
    .where('account', '<>', 'wallet')
    .orderBy('account')
    .orderBy('amount_cents')
    .execute();
  expect(entries.map(({ account, amount_cents }) => [account, amount_cents])).toEqual([
    ['grants', -500_000],
    ['grants', 300],
    ['received', -2_000],
    ['received', 500],
  ]);
  const journal = (await Array.fromAsync(toJournal(db, 'UTC'))).join('');
  expect(journal).toContain(
    `money received  ; A gift\n    assets:received  $20.00\n    liabilities:wallets:${userId}  -$20.00\n`,
  );
  await expectLedgerBalanced(db);
});

test('more than the wallet has is not taken out', async () => {
  const { username } = await shop.shopper();
  await expect(change(username, -500_001)).rejects.toThrow('Not have enough balance');
  expect(await change(username, -500_000)).toMatchObject({ balanceCents: 0 });
  await expectLedgerBalanced(db);
});

describe('a repeated request with the same key', () => {
  test('changes nothing', async () => {
    const { username } = await shop.shopper();
    const key = 'ticket-1';
    const first = { username, source: 'grants', balanceCents: 500_500, isChanged: true };
    const attempts = await Promise.all([1, 2, 3].map(() => change(username, 500, { key })));
    expect(attempts.filter(({ isChanged }) => isChanged)).toEqual([first]);
    expect(await change(username, 500, { key })).toEqual({ ...first, isChanged: false });
    const other = await shop.shopper();
    expect(await change(other.username, 500, { key })).toMatchObject({ isChanged: true });
  });

  test('is refused if it asks for something else', async () => {
    const { username } = await shop.shopper();
    await change(username, 500, { key: 'ticket-1' });
    for (const [amount, options] of [
      [501, {}],
      [-500, {}],
      [500, { isPaid: true }],
      [500, { note: 'Another reason' }],
    ] as const) {
      await expect(change(username, amount, { key: 'ticket-1', ...options })).rejects.toThrow(
        'This key belongs to another credit or debit of this account.',
      );
    }
    expect(await change(username, 1)).toMatchObject({ balanceCents: 500_501 });
  });
});

test('a credit for an unknown name is refused', async () => {
  await expect(change('nobody-here', 100)).rejects.toThrow('There is no account "nobody-here".');
});

test('the statement has every change with its reason and the balance after it', async () => {
  const shopper = await readyShopper({ pen: 2 });
  const operator = operatorOf(shop);
  const { orderId } = (await checkout(shopper, { addressId: shopper.addressId })).json();
  const number = formatNumber(numberOf(orderId));
  await operator.change(orderId, 'ship');
  await operator.change(orderId, 'refund', { amountCents: 10 });
  await change(shopper.userId, 100, { isPaid: true, note: 'Cash' });
  await change(shopper.userId, -50, { note: 'A mistake' });
  const statements = (await Array.fromAsync(readStatements(db, shopper.username))).flat();
  expect(
    statements.map(({ what, amountCents, balanceCents, note }) => [
      what,
      amountCents,
      balanceCents,
      note,
    ]),
  ).toEqual([
    ['grant', 500_000, 500_000, null],
    [`order ${number}`, -210, 499_790, null],
    [`refund of order ${number}`, 10, 499_800, null],
    ['money received', 100, 499_900, 'Cash'],
    ['grant taken back', -50, 499_850, 'A mistake'],
  ]);
});
