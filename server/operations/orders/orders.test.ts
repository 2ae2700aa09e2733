import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { formatNumber, numberOf } from '../../shop/codes.ts';
import { shoppingIn } from '../../shop/orders/shopping.testing.ts';
import { rolledBack } from '../../testing/rolled-back.ts';
import { openTestShop, type TestShopper } from '../../testing/test-shop.ts';
import { toCsv } from './export.ts';
import { type AdminOrder, changeAsOperator, findAdminOrder, findOrders } from './orders.ts';

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const { addAddress, checkout, put } = shoppingIn(shop);
await shop.sell({ id: 'pen', name: 'Pen', costCents: 105 });
await shop.sell({ id: 'sum', name: '=1+1', costCents: 250 });

async function order(shopper: TestShopper, address = '1 Long Road'): Promise<string> {
  await put(shopper, 'pen', 2);
  await put(shopper, 'sum', 1);
  const addressId = await addAddress(shopper, address);
  return (await checkout(shopper, { addressId })).json().orderId;
}

const idsOf = async (pages: AsyncIterable<AdminOrder[]>) =>
  (await Array.fromAsync(pages)).flat().map(({ order: { id } }) => id);

const [ann, bob] = [await shop.shopper(), await shop.shopper()];
const first = await order(ann);
const second = await order(bob, '=HYPERLINK("http://bad.example")');
shop.pass(60_000);
const noon = services.now();
const third = await order(ann);
await changeAsOperator(services, { orderId: second, action: 'ship', note: 'Parcel 17' });

describe('finding orders', () => {
  test('all orders, newest first, each with its lines and its shopper', async () => {
    const orders = (await Array.fromAsync(findOrders(db, {}))).flat();
    expect(orders.map(({ order: { id } }) => id)).toEqual([third, second, first]);
    const shoppers = [ann, bob, ann].map(({ username }) => username);
    expect(orders.map(({ username }) => username)).toEqual(shoppers);
    expect(orders[0]?.items).toMatchObject([
      { product_id: 'pen', qty: 2, cost_cents: 105 },
      { product_id: 'sum', qty: 1, cost_cents: 250 },
    ]);
  });

  test('by status, by time, and by customer with a name in any case', async () => {
    expect(await idsOf(findOrders(db, { status: 'shipped' }))).toEqual([second]);
    expect(await idsOf(findOrders(db, { since: noon }))).toEqual([third]);
    const customer = ann.username.toUpperCase();
    expect(await idsOf(findOrders(db, { customer }))).toEqual([third, first]);
    expect(await idsOf(findOrders(db, { customer, since: noon, status: 'shipped' }))).toEqual([]);
  });

  test('a customer who does not exist is an error, not an empty list', async () => {
    await expect(Array.fromAsync(findOrders(db, { customer: 'nobody-here' }))).rejects.toThrow(
      'There is no account "nobody-here".',
    );
  });

  test('one order, with its history', async () => {
    expect(await findAdminOrder(db, second)).toMatchObject({
      username: bob.username,
      order: { id: second, status: 'shipped' },
      changes: [{ kind: 'shipped', made_by: 'operator', note: 'Parcel 17' }],
    });
    await expect(findAdminOrder(db, 'nothing')).rejects.toThrow('There is no order "nothing".');
  });

  test('more orders than a query reads, once each', async () => {
    const many = 1_100;
    const same = { user_id: ann.userId, address_id: 'a', address: 'a', placed_at: 1 };
    const cents = { total_cents: 1, balance_after_cents: 1, deliver_by: '2026-11-20' };
    const ids = Array.from({ length: many }, () => services.newId());
    await rolledBack(db, async (tx) => {
      const rows = ids.map((id) => ({ id, number: numberOf(id), ...same, ...cents }));
      await tx.insertInto('orders').values(rows).execute();
      const newest = ids.toSorted().reverse();
      expect(await idsOf(findOrders(tx, {}))).toEqual([...newest, third, second, first]);
    });
  });
});

test('changing an order that does not exist is refused', async () => {
  const changing = changeAsOperator(services, { orderId: 'nothing', action: 'ship' });
  await expect(changing).rejects.toThrow('There is no order "nothing".');
});

test('the export has a row for each line, without formulas for a spreadsheet', async () => {
  const csv = (await Array.fromAsync(toCsv(findOrders(db, { status: 'shipped' })))).join('');
  const placedAt = expect.stringMatching(/^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"$/);
  const [header, ...rows] = csv.trimEnd().split('\n');
  expect(header).toBe(
    '\uFEFForder,placed_at,status,customer,address,product_id,product,qty,cost,line_total,order_total,refunded,number,cancelled',
  );
  const address = `"'=HYPERLINK(""http://bad.example"")"`;
  const number = `"${formatNumber(numberOf(second))}"`;
  const common = [`"${second}"`, placedAt, '"shipped"', `"${bob.username}"`, address];
  expect(rows.map((row) => row.split(','))).toEqual([
    [...common, '"pen"', '"Pen"', '2', '1.05', '2.10', '4.60', '0.00', number, '0'],
    [...common, '"sum"', `"'=1+1"`, '1', '2.50', '2.50', '4.60', '0.00', number, '0'],
  ]);
});

test('the export keeps the lines of an address, none of which is a formula', async () => {
  const carol = await shop.shopper();
  await order(carol, '1 Long Road\r\n=1+1\n12345 Springfield\u2028-2\tGermany\x1b[2J');
  const orders = findOrders(db, { customer: carol.username });
  const csv = (await Array.fromAsync(toCsv(orders))).join('');
  const rows = parse(csv, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows.map(({ address }) => address)).toEqual(
    Array(2).fill("1 Long Road\n'=1+1\n12345 Springfield\n'-2 Germany [2J"),
  );
});
