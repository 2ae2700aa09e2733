/** Notes in the history of an order. */
import { expect, test } from 'vitest';
import { openShopWithOrders } from './orders.testing.ts';

const { orders, order } = await openShopWithOrders();

test('a note is added once in a row, and says whether it was', async () => {
  const { number, read } = await order();
  const history = await read();
  const note = async (text: string) => {
    const { code, stdout } = await orders('note', number, text);
    return [code, stdout];
  };
  const added = [0, `The note is added to order ${number}.\n`];
  const repeated = [
    0,
    `The last note of order ${number} says this already. Nothing was changed.\n`,
  ];
  expect(await note('Rang twice')).toEqual(added);
  expect(await note('Rang twice')).toEqual(repeated);
  await orders('ship', number, '--note', 'Parcel 17');
  expect(await note('Rang twice')).toEqual(repeated);
  expect(await note('Nobody is there')).toEqual(added);
  expect(await note('Rang twice')).toEqual(added);
  const shown = JSON.parse((await orders('show', number, '--json')).stdout);
  expect(shown.history.map((step: { note: string }) => step.note)).toEqual([
    'Rang twice',
    'Parcel 17',
    'Nobody is there',
    'Rang twice',
  ]);
  const { status, history: steps } = await read();
  expect([status, steps]).toEqual(['shipped', [...history.history, expect.anything()]]);
});
