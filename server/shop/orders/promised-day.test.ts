/** The day by which an order arrives, as the shop promised it (R10.7). */
import { expect, test } from 'vitest';
import { deliverBy } from '../../../contract/delivery.ts';
import { orderPath } from '../../../contract/paths.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { replaceIdentity } from '../identity/store.ts';
import { shoppingIn } from './shopping.testing.ts';

const shop = await openTestShop();
const { checkout, readyShopper } = shoppingIn(shop);
await shop.sell({ id: 'pen' });

test('an order keeps the day that the shop promised when it was placed', async () => {
  const promise = (businessDays: number) =>
    replaceIdentity(shop.services, { name: 'Birch', delivery: { businessDays } });
  const days = [];
  for (const change of [() => promise(2), () => promise(20), () => undefined]) {
    await change();
    const as = await readyShopper({ pen: 1 });
    const { orderId, deliverBy: day } = (await checkout(as, as)).json();
    days.push({ as, orderId, day });
  }
  const [two, twenty, still] = days.map(({ day }) => day);
  const now = shop.services.now();
  expect([two, twenty, still]).toEqual([deliverBy(now, 2), deliverBy(now, 20), deliverBy(now, 20)]);
  for (const { as, orderId, day } of days) {
    expect((await shop.call('GET', orderPath(orderId), { as })).json().deliverBy).toBe(day);
  }
});
