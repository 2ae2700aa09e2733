/** A shop of the last release keeps its carts, orders and stock, and can cancel as before. */
import { expect, test } from 'vitest';
import { findViolations, invariantsOf } from '../../../operations/audit/audit.ts';
import { returnToStock } from '../../../shop/catalogue/stock.ts';
import { readStockChanges } from '../../../shop/catalogue/stock-history.ts';
import { engine } from '../../../testing/test-database.ts';
import { migrate } from '../migrate.ts';
import type { Db } from '../schema.ts';
import { openBefore } from './upgrade.testing.ts';

const product = (position: number, id: string, stock: number | null) =>
  `insert into products values (${position}, '${id}', 'A ${id}', 'Things', '', '', '', 0, 100, 0, '/a', ${stock}, 1, 3)`;
const order = (id: string, cents: number, left: number, status: string) =>
  `insert into orders values ('${id}', 'u', 'a', '1 Long Road', ${cents}, ${left}, '${id}', 5, '${status}', 0)`;
const payment = (id: string, cents: number) => [
  `insert into ledger_entries values ('${id}', 'wallet', 'u', '${id}', -${cents}, 5)`,
  `insert into ledger_entries values ('${id}', 'sales', 'u', '${id}', ${cents}, 5)`,
];

/** Two orders that can be cancelled and one that is shipped. Product 'gone' was removed since. */
const rows = [
  `insert into users values ('u', 'Somebody', 'somebody', '$argon2id$x', 1)`,
  `insert into wallets values ('u', 498600)`,
  `insert into ledger_entries values ('g', 'grants', 'u', null, -500000, 1)`,
  `insert into ledger_entries values ('g', 'wallet', 'u', null, 500000, 1)`,
  product(1, 'pen', 7),
  product(2, 'mug', null),
  product(3, 'cap', 0),
  `insert into catalogue_segments values (0, 1)`,
  order('o1', 600, 499400, 'placed'),
  `insert into order_items values ('o1', 0, 'pen', 'Pen', 100, 2), ('o1', 1, 'mug', 'Mug', 100, 3), ('o1', 2, 'gone', 'Gone', 100, 1)`,
  ...payment('o1', 600),
  order('o2', 300, 499100, 'placed'),
  `insert into order_items values ('o2', 0, 'pen', 'Pen', 100, 1), ('o2', 1, 'cap', 'Cap', 100, 2)`,
  ...payment('o2', 300),
  order('o3', 500, 498600, 'shipped'),
  `insert into order_items values ('o3', 0, 'pen', 'Pen', 100, 5)`,
  `insert into order_changes values ('o3', 1, 'shipped', 0, 'operator', null, null, 6)`,
  ...payment('o3', 500),
  `insert into cart_items values ('u', 'pen', 4, 1), ('u', 'gone', 1, 2)`,
];

const productsOf = (db: Db) =>
  db.selectFrom('products').select(['position', 'id', 'stock']).orderBy('position').execute();
const cartOf = (db: Db) => db.selectFrom('cart_items').selectAll().orderBy('place').execute();
const ordersOf = (db: Db) => db.selectFrom('orders').selectAll().orderBy('id').execute();
const linesOf = (db: Db) =>
  db
    .selectFrom('order_items')
    .select(['order_id', 'line', 'product_id', 'name', 'cost_cents', 'qty'])
    .orderBy('order_id')
    .orderBy('line')
    .execute();

test('a shop with stock and orders is upgraded: both are as they were, and their history is complete', async () => {
  const db = await openBefore('017-stock-changes', rows);
  const read = () => Promise.all([productsOf, cartOf, ordersOf, linesOf].map((of) => of(db)));
  const before = await read();

  await migrate(db, engine);
  expect(await read()).toMatchObject(before);
  expect(await readStockChanges(db, 'pen')).toMatchObject([
    { number: 1, units: 10, reason: 'correction', order_id: null },
    { number: 2, units: -2, reason: 'order', order_id: 'o1' },
    { number: 3, units: -1, reason: 'order', order_id: 'o2' },
  ]);
  expect(await readStockChanges(db, 'mug')).toEqual([]);
  expect(await findViolations(db, invariantsOf(engine))).toEqual([]);

  const items = await db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', 'o1')
    .execute();
  await db.transaction().execute((tx) => returnToStock(tx, items, { orderId: 'o1', at: 9 }));
  expect(await productsOf(db)).toMatchObject([
    { id: 'pen', stock: 9 },
    { id: 'mug', stock: null },
    { id: 'cap', stock: 0 },
  ]);
});
