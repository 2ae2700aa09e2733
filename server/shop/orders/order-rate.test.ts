import { expect, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import { cancelOrderPath, paths } from '../../../contract/paths.ts';
import { expectRefused } from '../../platform/http/refused.testing.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { shoppingIn } from './shopping.testing.ts';

const shop = await openTestShop({ orderRateLimit: 4 });
await shop.sell({ id: 'pen', costCents: 105 });
const { checkout, readyShopper } = shoppingIn(shop);

test('a shopper places and cancels so many orders a minute; others are not concerned', async () => {
  const shopper = await readyShopper({ pen: 1 });
  const other = await readyShopper({ pen: 1 });
  const { orderId } = (await checkout(shopper, shopper)).json();
  const cancel = () => shop.call('POST', cancelOrderPath(orderId), { as: shopper });
  for (let count = 0; count < 3; count++) expect((await cancel()).statusCode).toBe(200);

  for (const refused of [await cancel(), await checkout(shopper, {})]) {
    expectRefused(refused, 429, messages.tooManyRequests);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await shop.call('GET', paths.orders, { as: shopper })).statusCode).toBe(200);
  expect((await checkout(other, other)).statusCode).toBe(200);
});
