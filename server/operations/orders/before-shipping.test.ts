/** What an operator can change of an order until it is shipped: its address, and its units. */
import { afterEach, describe, expect, test } from 'vitest';
import { orderPath, paths } from '../../../contract/paths.ts';
import { createDayFormat } from '../../platform/days.ts';
import { replaceIdentity } from '../../shop/identity/store.ts';
import { SETTLE_MS } from '../../shop/invoices/issue.ts';
import { findInvoice } from '../../shop/invoices/store.ts';
import { issueInvoices } from '../../shop/orders/issuer.ts';
import { shoppingIn } from '../../shop/orders/shopping.testing.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { eraseAccount } from '../accounts/erase.ts';
import { expectLedgerBalanced } from '../audit/audit.testing.ts';
import { salesByLine } from '../reports/sales.ts';
import { operatorOf } from './operator.testing.ts';
import { findOrders } from './orders.ts';
import { toSlips } from './slips.ts';

const shop = await openTestShop();
const { db } = shop.services;
const { balance, checkout, readyShopper } = shoppingIn(shop);
const { change, history } = operatorOf(shop);
const rates = [
  { key: 'full', percent: 19, usual: true },
  { key: 'reduced', percent: 7 },
];
await replaceIdentity(shop.services, { name: 'Birch', tax: { name: 'VAT', rates } });
await shop.sell({ id: 'lamp', name: 'Desk Lamp', costCents: 4_999, stock: 100 });
await shop.sell({ id: 'pen', name: 'Pen', costCents: 105 });
afterEach(() => expectLedgerBalanced(db));

async function placedOrder() {
  const shopper = await readyShopper({ lamp: 2, pen: 3 });
  const { orderId } = (await checkout(shopper, { addressId: shopper.addressId })).json();
  const read = async () => (await shop.call('GET', orderPath(orderId), { as: shopper })).json();
  return { shopper, orderId, read };
}
const units = (all: Record<string, number>) => ({ lines: new Map(Object.entries(all)) });
const stock = async () =>
  (
    await db
      .selectFrom('products')
      .select('stock')
      .where('id', '=', 'lamp')
      .executeTakeFirstOrThrow()
  ).stock ?? 0;
const slipsOf = async (orderId: string) => {
  const readOrders = async function* () {
    for await (const page of findOrders(db, {}))
      yield page.filter(({ order }) => order.id === orderId);
  };
  const dayOf = createDayFormat('UTC');
  return (await Array.fromAsync(toSlips({ shop: 'Birch', dayOf, readOrders }))).join('');
};
const issue = async () => {
  shop.pass(SETTLE_MS + 1);
  await issueInvoices(shop.services);
};
const documentsOf = async (orderId: string) => {
  const rows = await db
    .selectFrom('invoices')
    .select('number')
    .where('order_id', '=', orderId)
    .orderBy('sequence')
    .execute();
  return Promise.all(rows.map(({ number }) => findInvoice(db, { orderId, number })));
};

describe('R10.8: units are taken out of an order', () => {
  test('they are paid back and return to stock; slips list the rest, and the shopper sees it', async () => {
    const { shopper, orderId, read } = await placedOrder();
    const before = await stock();
    const changed = await change(orderId, 'cancel', units({ lamp: 1, pen: 3 }));
    expect([changed.isChanged, changed.order.status]).toEqual([true, 'placed']);
    expect(await stock()).toBe(before + 1);
    expect(await balance(shopper)).toBe(4_950.01);
    expect(await read()).toMatchObject({
      status: 'placed',
      total: 103.13,
      refunded: 53.14,
      lines: [
        { productId: 'lamp', qty: 2, cancelled: 1 },
        { productId: 'pen', qty: 3, cancelled: 3 },
      ],
      history: [{ status: 'placed' }, { status: 'placed', amount: 53.14 }],
    });
    const slips = await slipsOf(orderId);
    expect(
      [...slips.matchAll(/class="units">(\d+)<\/td><td>([^<]*)</g)].map((one) => one.slice(1)),
    ).toEqual([
      ['1', 'Desk Lamp'],
      ['1', 'Desk Lamp'],
    ]);
  });

  test('no unit is taken out twice, nor comes back later', async () => {
    const { orderId } = await placedOrder();
    await change(orderId, 'cancel', units({ lamp: 1 }));
    const lamps = units({ lamp: 2 });
    await expect(change(orderId, 'cancel', lamps)).rejects.toThrow('Only 1 of lamp');
    await expect(change(orderId, 'cancel', units({}))).rejects.toThrow('No units');
    await change(orderId, 'ship');
    await expect(change(orderId, 'cancel', units({ lamp: 1 }))).rejects.toThrow(
      'already been shipped',
    );
    await expect(change(orderId, 'refund', lamps)).rejects.toThrow('Only 1 of lamp');
    await expect(change(orderId, 'refund', { restock: lamps.lines })).rejects.toThrow(
      'Only 1 of lamp',
    );
    const rest = units({ lamp: 1, pen: 3 });
    expect((await change(orderId, 'refund', rest)).order.status).toBe('refunded');
  });

  test('a repeated request with the same key changes nothing, also once the order is shipped', async () => {
    const { orderId } = await placedOrder();
    const request = { ...units({ lamp: 1 }), key: 'ticket' };
    await change(orderId, 'cancel', request);
    expect((await change(orderId, 'cancel', request)).isChanged).toBe(false);
    await change(orderId, 'ship');
    expect((await change(orderId, 'cancel', request)).isChanged).toBe(false);
    const other = change(orderId, 'cancel', { ...units({ lamp: 2 }), key: 'ticket' });
    await expect(other).rejects.toThrow('This key belongs to another');
  });

  test('without a unit left, the order is cancelled', async () => {
    const { shopper, orderId, read } = await placedOrder();
    const before = await stock();
    await change(orderId, 'cancel', units({ lamp: 1 }));
    const rest = { ...units({ lamp: 1, pen: 3 }), key: 'rest' };
    expect((await change(orderId, 'cancel', rest)).order.status).toBe('cancelled');
    expect((await change(orderId, 'cancel', rest)).isChanged).toBe(false);
    expect(await stock()).toBe(before + 2);
    expect(await balance(shopper)).toBe(5_000);
    expect((await read()).refunded).toBe(103.13);
  });

  test('the invoice has all units, each credit note those that it is of, and reports count none twice', async () => {
    const { orderId } = await placedOrder();
    await change(orderId, 'cancel', units({ lamp: 1 }));
    await issue();
    await change(orderId, 'cancel', { note: 'Changed her mind' });
    await issue();
    expect(await documentsOf(orderId)).toMatchObject([
      { total: 103.13, lines: [{ qty: 2 }, { qty: 3 }] },
      { total: 49.99, lines: [{ name: 'Desk Lamp', qty: 1 }], taxes: [{ gross: 49.99 }] },
      { total: 53.14, lines: [{ qty: 1 }, { name: 'Pen', qty: 3 }] },
    ]);
    const [placed] = await db
      .selectFrom('orders')
      .select('placed_at')
      .where('id', '=', orderId)
      .execute();
    const from = placed?.placed_at ?? 0;
    const sales = await salesByLine(db, 'product', { from, to: from + 1_000_000 });
    expect(sales.find(({ key }) => key === 'lamp')).toMatchObject({
      count: 0,
      soldCents: 9_998,
      cancelledCents: 9_998,
      refundedCents: 0,
    });
  });
});

describe('R10.9: the address of an order is mended', () => {
  test('shopper, slips and history have it; documents keep the one that they were issued with', async () => {
    const { orderId, read } = await placedOrder();
    const { address } = await read();
    await issue();
    const mended = { address: ' 2 New Road\n', note: 'By phone' };
    expect((await change(orderId, 'readdress', mended)).isChanged).toBe(true);
    expect((await change(orderId, 'readdress', mended)).isChanged).toBe(false);
    expect(await read()).toMatchObject({
      address: '2 New Road',
      history: [{ status: 'placed' }, { status: 'placed' }],
    });
    expect(await slipsOf(orderId)).toContain('<address>2 New Road</address>');
    expect(await history(orderId)).toMatchObject([
      { kind: 'readdressed', address, note: 'By phone' },
    ]);
    await change(orderId, 'cancel', units({ pen: 1 }));
    await issue();
    expect(await documentsOf(orderId)).toMatchObject([{ buyer: address }, { buyer: address }]);
  });

  test('an invoice that is issued later has the new one', async () => {
    const { orderId } = await placedOrder();
    await change(orderId, 'readdress', { address: '2 New Road' });
    await issue();
    expect(await documentsOf(orderId)).toMatchObject([{ buyer: '2 New Road' }]);
  });

  test('it is refused as a shopper’s is, and once the order is shipped', async () => {
    const { orderId, read } = await placedOrder();
    const { address } = await read();
    const mend = (text: string) => change(orderId, 'readdress', { address: text });
    await expect(mend(' \n')).rejects.toThrow('Address must not be empty');
    await expect(mend('x'.repeat(501))).rejects.toThrow('at most 500 characters');
    await change(orderId, 'ship');
    await expect(mend('2 New Road')).rejects.toThrow('already been shipped');
    expect((await read()).address).toBe(address);
  });

  test('the export has both addresses, and erasure removes both', async () => {
    const { shopper, orderId, read } = await placedOrder();
    const { address } = await read();
    await issue();
    await change(orderId, 'readdress', { address: '2 New Road' });
    await change(orderId, 'ship');
    const exported = (await shop.call('GET', paths.accountExport, { as: shopper })).json();
    expect(exported.orders).toMatchObject([
      { address: '2 New Road', history: [{ addressBefore: address }, { addressBefore: null }] },
    ]);
    await eraseAccount(shop.services, shop.storage, shopper.userId, 'received');
    expect(await history(orderId)).toMatchObject([{ address: null }, { kind: 'shipped' }]);
    const [order] = await db
      .selectFrom('orders')
      .select('address')
      .where('id', '=', orderId)
      .execute();
    expect(order?.address).toBe('');
  });
});

test('of changes at the same time, each sees what the others did', async () => {
  const { orderId, read } = await placedOrder();
  const one = units({ lamp: 1 });
  await Promise.allSettled([
    ...Array.from({ length: 4 }, () => change(orderId, 'cancel', one)),
    change(orderId, 'readdress', { address: '2 New Road' }),
    change(orderId, 'ship'),
    change(orderId, 'refund', { amountCents: 5_000 }),
    change(orderId, 'cancel'),
  ]);
  const { status, refunded, total } = await read();
  expect(['shipped', 'cancelled']).toContain(status);
  expect(refunded).toBeLessThanOrEqual(total);
});
