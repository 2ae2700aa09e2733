import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openTestShop } from '../../testing/test-shop.ts';

const shop = await openTestShop();
const { db } = shop.services;
const { userId } = await shop.shopper();
await shop.sell({ id: 'lamp', stock: 3 });

const columns =
  'position, id, name, category, categories, brand, description, popularity, cost_cents, rating_halves, image, stock, active, updated_at';
const run = (text: string) => sql.raw(text).execute(db);
/** `CHECK constraint failed` on SQLite, `violates check constraint` on PostgreSQL. */
const expectViolation = (statement: string, kind: 'check' | 'foreign key' | 'unique') =>
  expect(run(statement)).rejects.toThrow(
    new RegExp(`${kind} constraint failed|violates ${kind} constraint`, 'i'),
  );
const order = (id: string, rest: string) =>
  `insert into orders values ('${id}', '${userId}', 'a', 'a', ${rest}, 'N-${id}', null, null)`;

describe('the database itself enforces the constraints', () => {
  test.each([
    ['a wallet below zero', `update wallets set balance_cents = -1 where user_id = '${userId}'`],
    ['a quantity of 0', `insert into cart_items values ('${userId}', 'lamp', 0, 1)`],
    ['a quantity below 0', `insert into cart_items values ('${userId}', 'lamp', -3, 1)`],
    ['a quantity above 99', `insert into cart_items values ('${userId}', 'lamp', 100, 1)`],
    ['a stock below zero', `update products set stock = -1 where id = 'lamp'`],
    ['a product for nothing', `update products set cost_cents = 0 where id = 'lamp'`],
    [
      'a product for more than $1,000,000',
      `update products set cost_cents = 100000001 where id = 'lamp'`,
    ],
    ['a product neither active nor not', `update products set active = 2 where id = 'lamp'`],
    ['more than five stars', `update products set rating_halves = 11 where id = 'lamp'`],
    [
      'a ledger entry of nothing',
      `insert into ledger_entries values ('t', 'wallet', '${userId}', null, 0, 1)`,
    ],
    [
      'an account that the ledger does not have',
      `insert into ledger_entries values ('t', 'pocket', '${userId}', null, 1, 1)`,
    ],
    ['an order for nothing', order('o', `0, 0, null, 1, '2026-11-20', 'placed', 0`)],
    ['an order of another status', order('o', `5, 0, null, 1, '2026-11-20', 'lost', 0`)],
    ['a refund of more than was paid', order('o', `5, 0, null, 1, '2026-11-20', 'refunded', 6`)],
    ['two catalogue versions', `insert into catalogue_state (id, version) values (2, 'v')`],
  ])('%s is refused', (_, statement) => expectViolation(statement, 'check'));

  test.each([
    ["a stranger's cart", `insert into cart_items values ('nobody', 'lamp', 1, 1)`],
    ["a stranger's wallet", `insert into wallets values ('nobody', 1, 1)`],
    [
      "a stranger's order",
      `insert into orders values ('o', 'nobody', 'a', 'a', 1, 0, null, 1, '2026-11-20', 'placed', 0, 'N', null, null)`,
    ],
    [
      'a line of no order',
      `insert into order_items values ('nothing', 0, 'lamp', 'Lamp', 1, 1, 0, null, 0)`,
    ],
    ['deleting a user who has money', `delete from users where id = '${userId}'`],
  ])('%s is refused', (_, statement) => expectViolation(statement, 'foreign key'));

  test.each([
    [
      'a username key that is taken',
      `insert into users select 'other', username, username_key, password_hash, created_at, null from users`,
    ],
    ['a second wallet', `insert into wallets values ('${userId}', 1, 1)`],
    [
      'a product id that is taken',
      `insert into products (${columns}) select ${columns.replace('position', 'position + 1000')} from products where id = 'lamp'`,
    ],
    [
      'an idempotency key twice',
      `insert into orders values ('o1', '${userId}', 'a', 'a', 1, 0, 'key', 1, '2026-11-20', 'placed', 0, 'N1', null, null), ('o2', '${userId}', 'a', 'a', 1, 0, 'key', 1, '2026-11-20', 'placed', 0, 'N', null, null)`,
    ],
  ])('%s is refused', (_, statement) => expectViolation(statement, 'unique'));

  test.each([
    'update ledger_entries set amount_cents = 1',
    'update ledger_entries set made_at = 0',
    'delete from ledger_entries',
  ])('ledger entries can only be added: %s', async (statement) => {
    const before = await db.selectFrom('ledger_entries').selectAll().execute();
    expect(before.length).toBeGreaterThan(0);
    await expect(run(statement)).rejects.toThrow('only ever added');
    expect(await db.selectFrom('ledger_entries').selectAll().execute()).toEqual(before);
  });

  test('orders without an idempotency key are not duplicates', async () => {
    for (const id of ['k1', 'k2']) await run(order(id, `1, 0, null, 1, '2026-11-20', 'placed', 0`));
    await run("delete from orders where id in ('k1', 'k2')");
  });
});
