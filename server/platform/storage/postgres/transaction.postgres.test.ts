import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openTestShop } from '../../../testing/test-shop.ts';
import { OutcomeUnknown } from '../errors.ts';
import type { Tx } from '../schema.ts';
import { transact } from '../transaction.ts';

const shop = await openTestShop();
const { db } = shop.services;
const [one, two] = [await shop.shopper(), await shop.shopper()];

const balanceOf = async (userId: string): Promise<number> =>
  (
    await db
      .selectFrom('wallets')
      .select('balance_cents')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  ).balance_cents;

const take = (tx: Tx, userId: string) =>
  tx
    .updateTable('wallets')
    .set((eb) => ({ balance_cents: eb('balance_cents', '-', 1) }))
    .where('user_id', '=', userId)
    .execute();

/** Ends its own connection, as a server that crashes does. */
const die = (tx: Tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);

describe('a transaction on PostgreSQL', () => {
  test('that deadlocks with another one is retried, and both are committed', async () => {
    const before = [await balanceOf(one.userId), await balanceOf(two.userId)];
    let met = 0;
    let meet = () => {};
    const both = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const crosswise = (first: string, second: string) =>
      transact(db, async (tx) => {
        await take(tx, first);
        if (++met === 2) meet();
        await both;
        await take(tx, second);
      });
    await Promise.all([crosswise(one.userId, two.userId), crosswise(two.userId, one.userId)]);
    expect(met).toBeGreaterThan(2);
    const after = [await balanceOf(one.userId), await balanceOf(two.userId)];
    expect(after).toEqual(before.map((cents) => cents - 2));
  });

  test('whose connection is lost before the commit is retried', async () => {
    const before = await balanceOf(one.userId);
    let runs = 0;
    await transact(db, async (tx) => {
      await take(tx, one.userId);
      if (++runs === 1) await die(tx);
    });
    expect(runs).toBe(2);
    expect(await balanceOf(one.userId)).toBe(before - 1);
  });

  test('whose connection is lost during the commit is not retried: its outcome is unknown', async () => {
    await sql`
      create function die_at_commit() returns trigger language plpgsql as $$
      begin
        perform pg_terminate_backend(pg_backend_pid());
        return null;
      end $$`.execute(db);
    await sql`
      create constraint trigger last_breath after insert on sessions deferrable initially deferred
        for each row execute function die_at_commit()`.execute(db);
    let runs = 0;
    const working = transact(db, async (tx) => {
      runs++;
      await tx
        .insertInto('sessions')
        .values({ token_hash: randomUUID(), user_id: one.userId, expires_at: 1 })
        .execute();
    });
    await expect(working).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(runs).toBe(1);
    await sql`drop trigger last_breath on sessions`.execute(db);
  });

  test('that exceeds the statement timeout is 503, and is not retried', async () => {
    let runs = 0;
    const working = transact(db, async (tx) => {
      runs++;
      await sql`set local statement_timeout = 20`.execute(tx);
      await sql`select pg_sleep(5)`.execute(tx);
    });
    await expect(working).rejects.toMatchObject({ status: 503, retryAfter: 1 });
    expect(runs).toBe(1);
    expect(await balanceOf(one.userId)).toBeGreaterThan(0);
  });

  test('that throws an error of its own is not retried', async () => {
    let runs = 0;
    const working = transact(db, async () => {
      runs++;
      throw new Error('a defect');
    });
    await expect(working).rejects.toThrow('a defect');
    expect(runs).toBe(1);
  });
});

test('U+FFFD replaces U+0000 in a text', async () => {
  const body = { address: '1 Long\0Road' };
  const reply = await shop.call('POST', '/api/v1/user/addresses', { as: one, body });
  expect([reply.statusCode, reply.json()[0].address]).toEqual([200, '1 Long\ufffdRoad']);
});
