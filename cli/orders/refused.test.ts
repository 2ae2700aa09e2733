import { describe, expect, test } from 'vitest';
import { openShopWithOrders } from './orders.testing.ts';

const { orders, order } = await openShopWithOrders();

test.each([
  [['ship'], 'name an order, or a file of orders by --file'],
  [['ship', 'x', '--carrier', 'UPS'], '--carrier and --tracking belong together'],
  [['ship', 'x', '--carrier', 'UPS\u202e', '--tracking', '1'], 'must be a name of at most 40'],
  [['ship', 'x', '--carrier', 'UPS', '--tracking', '<b>'], 'must be 1 to 60 letters'],
  [['ship', 'x', '--file', 'y'], '--file has the orders'],
  [['refund', 'x', '--line', 'lamp'], 'It must be PRODUCT=QTY'],
  [['refund', 'x', '--restock', 'lamp=0'], 'It must be PRODUCT=QTY'],
  [['refund', 'x', '--line', 'lamp=1', '--amount', '5'], 'exclude each other'],
  [['refund', 'x', '--amount', '12.345'], 'It must be an amount in dollars'],
  [['refund', 'x', '--key', 'a b'], 'visible ASCII characters'],
  [['ship', 'x', '--note', ' '], 'It must be a text of 1 to'],
  [['list', '--status', 'lost'], 'Allowed choices are placed'],
  [['list', '--since', '2026-02-30'], 'It must be a date or a time'],
  [['export', '--format', 'xml'], 'Allowed choices are csv, json'],
])('orders %j is a usage error', async (words, message) => {
  const { code, stdout, stderr } = await orders(...words);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
  expect(stderr).toMatch(/^error: /);
});

describe('a refused change changes nothing, and says why', () => {
  test('a wrong status, or too high an amount', async () => {
    const { orderId } = await order();
    const expectRefused = async (reason: string, ...words: string[]) =>
      expect(await orders(...words)).toEqual({
        code: 1,
        stdout: '',
        stderr: `${reason}\nNothing was changed.\n`,
      });
    const it = `(order "${orderId}").`;
    await expectRefused(`Order has not been shipped: cancel it instead ${it}`, 'refund', orderId);
    await orders('ship', orderId);
    await expectRefused(`Order has already been shipped ${it}`, 'cancel', orderId);
    const tooHigh = ['refund', orderId, '--amount', '25.01'];
    await expectRefused(`Only $25 of this order can still be refunded ${it}`, ...tooHigh);
  });

  test('another note for what was done before', async () => {
    const { orderId } = await order();
    await orders('ship', orderId, '--note', 'Parcel 17');
    expect(await orders('ship', orderId, '--note', 'Parcel 18')).toEqual({
      code: 1,
      stdout: '',
      stderr: `This was done before, with the note "Parcel 17"; the new note was not kept (order "${orderId}").\nNothing was changed.\n`,
    });
    expect(await orders('ship', orderId, '--note', 'Parcel 17')).toMatchObject({ code: 0 });
  });

  test.each([
    [['ship', 'nothing'], 'There is no order "nothing".\nNothing was changed.\n'],
    [['cancel', 'nothing'], 'There is no order "nothing".\nNothing was changed.\n'],
    [['refund', 'nothing'], 'There is no order "nothing".\nNothing was changed.\n'],
    [['show', 'nothing'], 'There is no order "nothing".\n'],
    [['list', '--customer', 'nobody-here'], 'There is no account "nobody-here".\n'],
  ])('of something unknown: %j', async (words, stderr) => {
    expect(await orders(...words)).toMatchObject({ code: 1, stderr });
  });
});
