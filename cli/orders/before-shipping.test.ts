/** An order that is changed before it is shipped. */
import { expect, test } from 'vitest';
import { openShopWithOrders } from './orders.testing.ts';

const { orders, order } = await openShopWithOrders();

test('its address is mended, and units are taken out, once for a key', async () => {
  const { orderId, number, read } = await order();
  const part = ['cancel', orderId, '--line', 'lamp=1', '--key', 'ticket'];
  for (const [words, sentence] of [
    [['address', orderId, '2 New Road'], `The address of order ${number} is changed.`],
    [
      ['address', orderId, '2 New Road'],
      `Order ${number} has this address already. Nothing was changed.`,
    ],
    [part, `Order ${number} is placed, $12.50 of $25 refunded.`],
    [part, `Order ${number} is placed already, $12.50 of $25 refunded.`],
    [
      ['cancel', orderId, '--line', 'lamp=1', '--key', 'rest'],
      `Order ${number} is cancelled, $25 of $25 refunded.`,
    ],
  ] as const) {
    expect(await orders(...words)).toEqual({ code: 0, stdout: `${sentence}\n`, stderr: '' });
  }
  expect(await read()).toMatchObject({ address: '2 New Road', status: 'cancelled' });
  const shown = JSON.parse((await orders('show', orderId, '--json')).stdout);
  expect(shown.history).toMatchObject([
    { kind: 'readdressed', addressBefore: '1 Long Road' },
    { kind: 'reduced', amount: 12.5, lines: [{ productId: 'lamp', refunded: 1, restocked: 0 }] },
    { kind: 'cancelled', amount: 12.5 },
  ]);
});
