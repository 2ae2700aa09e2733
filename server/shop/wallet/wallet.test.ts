import { describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { Refusal } from '../../../contract/refusals.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { debitWallet, readBalance } from './store.ts';

const shop = await openTestShop();
const { db } = shop.services;

const debit = (userId: string, cents: number) =>
  db.transaction().execute((tx) => debitWallet(tx, userId, cents));

describe('decisions, GET /user/wallet', () => {
  test('200 {"balance"}: $5000 for a new account', async () => {
    const reply = await shop.call('GET', paths.wallet, { as: await shop.shopper() });
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toBe('{"balance":5000}');
  });

  test('the balance is dollars with at most two decimals', async () => {
    const shopper = await shop.shopper();
    await debit(shopper.userId, 1);
    expect((await shop.call('GET', paths.wallet, { as: shopper })).body).toBe(
      '{"balance":4999.99}',
    );
    await debit(shopper.userId, 9);
    expect((await shop.call('GET', paths.wallet, { as: shopper })).body).toBe('{"balance":4999.9}');
  });
});

describe('a wallet is debited', () => {
  test('to the last cent, and not below', async () => {
    const { userId } = await shop.shopper();
    expect(await debit(userId, 500_000)).toBe(0);
    await expect(debit(userId, 1)).rejects.toThrow(Refusal);
    expect(await readBalance(db, userId)).toBe(0);
  });

  test('not at all where it holds a cent less', async () => {
    const { userId } = await shop.shopper();
    await expect(debit(userId, 500_001)).rejects.toMatchObject({ code: 'BALANCE_TOO_LOW' });
    expect(await readBalance(db, userId)).toBe(500_000);
  });

  test('only as often as the money lasts, when it is debited by many at once', async () => {
    const { userId } = await shop.shopper();
    const debits = Array.from({ length: 8 }, () => debit(userId, 100_000));
    const outcomes = await Promise.allSettled(debits);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await readBalance(db, userId)).toBe(0);
  });
});
