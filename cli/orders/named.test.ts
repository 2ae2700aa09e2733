/** Commands find an order by its number in any case, or by a unique start or end of the number. */
import { expect, test } from 'vitest';
import { runQkart } from '../shared/process.testing.ts';
import { openShopWithOrders } from './orders.testing.ts';

const { shop, orders, order } = await openShopWithOrders();
await (await order()).renumber('ZZZZ0001');
await (await order()).renumber('0001ZZZZ');
await (await order()).renumber('1A0B2C3D');

test.each(['1A0B-2C3D', '1a0b2c3d', '1A0B', '2c3d', 'IaOb', '1a 0b 2', 'B-2C3D'])(
  '%s names the order whose number begins or ends like this',
  async (word) => {
    expect((await orders('show', word)).stdout).toContain('order     1A0B-2C3D\n');
  },
);

test('a part from the middle names none', async () => {
  const { code, stderr } = await orders('show', '0B-2C');
  expect([code, stderr]).toEqual([1, 'There is no order "0B-2C".\n']);
});

const parcel = ['--carrier', 'UPS', '--tracking', '1Z'];
/** Every command that takes an order. @param word how the order is named */
const commands: [string, (word: string) => Promise<{ code: number | null; stderr: string }>][] = [
  ['show', (word) => orders('show', word)],
  ['ship', (word) => orders('ship', word)],
  ['tracking', (word) => orders('tracking', word, ...parcel)],
  ['parcel', (word) => orders('parcel', word, ...parcel)],
  ['note', (word) => orders('note', word, 'Rang twice')],
  ['cancel', (word) => orders('cancel', word)],
  ['refund', (word) => orders('refund', word)],
  [
    'ship --file',
    (word) => runQkart(['orders', 'ship', '--file', '-'], shop.database.env, `order\n${word}\n`),
  ],
  ['events list', (word) => runQkart(['events', 'list', '--order', word], shop.database.env)],
];

test.each(commands)('%s names the candidates of an ambiguous part', async (_, run) => {
  const candidates = 'Several orders begin or end like this: 0001-ZZZZ, ZZZZ-0001';
  for (const word of ['zzzz', '0001', 'OOO1', 'oooi']) {
    const { code, stderr } = await run(word);
    expect([code, stderr], word).toEqual([1, expect.stringContaining(candidates)]);
  }
});

test.each(commands)('%s takes no part of three characters', async (_, run) => {
  for (const word of ['1A0', 'C3D', '1A-0', '%1A0', '1A0_']) {
    const { code, stderr } = await run(word);
    expect([code, stderr], word).toEqual([1, expect.stringContaining('There is no order')]);
  }
});
