import { expect, test } from 'vitest';
import { createDayFormat } from '../../platform/days.ts';
import { shoppingIn } from '../../shop/orders/shopping.testing.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { operatorOf } from './operator.testing.ts';
import { findOrders } from './orders.ts';
import { toSlips } from './slips.ts';

const shop = await openTestShop();
const { db } = shop.services;
const { put, addAddress, checkout } = shoppingIn(shop);
await shop.sell({ id: 'pen', name: 'Pen <b>', costCents: 105 });
await shop.sell({ id: 'lamp', name: 'Lamp', costCents: 205 });

async function order(cart: Record<string, number>, address: string) {
  const shopper = await shop.shopper();
  for (const [id, qty] of Object.entries(cart)) await put(shopper, id, qty);
  return (await checkout(shopper, { addressId: await addAddress(shopper, address) })).json();
}

test('the pick list sums units, and each order has a slip with its address in lines', async () => {
  const first = await order({ pen: 3 }, 'Zoë <script>\n1 Long Road\nOxford');
  const second = await order({ pen: 2, lamp: 1 }, '2 Low Road');
  const shipped = await order({ lamp: 9 }, '3 Old Road');
  await operatorOf(shop).change(shipped.orderId, 'ship');
  const readOrders = () => findOrders(db, { status: 'placed' });
  const newYearsEve = Date.UTC(2030, 11, 31, 23, 30);
  await db.updateTable('orders').set({ placed_at: newYearsEve }).execute();
  const dayOf = createDayFormat('Europe/Berlin');
  const html = (await Array.fromAsync(toSlips({ shop: 'A & B', dayOf, readOrders }))).join('');
  const [, list = '', ...slips] = html.split('<section>');
  const rowsOf = (part: string) =>
    [...part.matchAll(/<td class="units">(\d+)<\/td><td>([^<]*)</g)].map(([, units, name]) => [
      units,
      name,
    ]);
  expect(list).toContain('A &amp; B: 2 orders');
  expect(rowsOf(list)).toEqual([
    ['1', 'Lamp'],
    ['5', 'Pen &lt;b&gt;'],
  ]);
  expect(slips).toHaveLength(2);
  for (const slip of slips) expect(slip).toContain('<p>Placed 2031-01-01</p>');
  expect(slips[1]).toContain('<address>Zoë &lt;script&gt;\n1 Long Road\nOxford</address>');
  expect(slips[1]).toContain(`Order ${first.number}<`);
  expect(rowsOf(slips[1] ?? '')).toEqual([['3', 'Pen &lt;b&gt;']]);
  expect(slips[0]).toContain(`Order ${second.number}<`);
  expect(rowsOf(slips[0] ?? '')).toEqual([
    ['2', 'Pen &lt;b&gt;'],
    ['1', 'Lamp'],
  ]);
  expect(html).not.toContain('3 Old Road');
});
