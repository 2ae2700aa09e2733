import { expect, test } from 'vitest';
import { cancelOrderPath } from '../../../contract/paths.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { shoppingIn } from './shopping.testing.ts';

const shop = await openTestShop({ orderRateLimit: 4 });
await shop.sell({ id: 'pen', costCents: 105 });
const { checkout, readyShopper } = shoppingIn(shop);

test('a shopper places and cancels so many orders a minute; others are not concerned', async () => {
  const shopper = await readyShopper({ pen: 1 });
  const other = await readyShopper({ pen: 1 });
  const { orderId } = (await checkout(shopper, { addressId: shopper.addressId })).json();
  const cancel = () => shop.call('POST', cancelOrderPath(orderId), { as: shopper });
  for (let count = 0; count < 3; count++) expect((await cancel()).statusCode).toBe(200);

  for (const refused of [await cancel(), await checkout(shopper, {})]) {
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toEqual({ success: false, message: expect.any(String) });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  }
  const reading = await shop.call('GET', '/api/v1/orders', { as: shopper });
  expect(reading.statusCode).toBe(200);
  const placing = await checkout(other, { addressId: other.addressId });
  expect(placing.statusCode).toBe(200);
});
