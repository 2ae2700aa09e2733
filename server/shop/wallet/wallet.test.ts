import { describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { debitWallet, readBalance } from './store.ts';

const shop = await openTestShop();
const { db } = shop.services;

const debit = (userId: string, cents: number) =>
  db.transaction().execute((tx) => debitWallet(tx, userId, cents));

test('R9.12, GET /user/wallet: 200 {"balance"} in dollars, with at most two decimals', async () => {
  const shopper = await shop.shopper();
  const read = async () => (await shop.call('GET', paths.wallet, { as: shopper })).body;
  expect(await read()).toBe('{"balance":5000}');
  await debit(shopper.userId, 1);
  expect(await read()).toBe('{"balance":4999.99}');
  await debit(shopper.userId, 9);
  expect(await read()).toBe('{"balance":4999.9}');
});

describe('a wallet is debited', () => {
  test('to the last cent, and not below', async () => {
    const { userId } = await shop.shopper();
    await expect(debit(userId, 500_001)).rejects.toMatchObject({ code: 'BALANCE_TOO_LOW' });
    expect(await readBalance(db, userId)).toBe(500_000);
    expect(await debit(userId, 500_000)).toBe(0);
    await expect(debit(userId, 1)).rejects.toMatchObject({ code: 'BALANCE_TOO_LOW' });
    expect(await readBalance(db, userId)).toBe(0);
  });

  test('only as often as the money lasts, when it is debited by many at once', async () => {
    const { userId } = await shop.shopper();
    const debits = Array.from({ length: 8 }, () => debit(userId, 100_000));
    const outcomes = await Promise.allSettled(debits);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await readBalance(db, userId)).toBe(0);
  });
});
