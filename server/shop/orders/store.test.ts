import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { changeAsOperator } from '../../operations/orders/orders.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { shoppingIn } from './shopping.testing.ts';
import { findOrder } from './store.ts';

const shop = await openTestShop();
const { checkout, readyShopper } = shoppingIn(shop);
await shop.sell({ id: 'pen', name: 'Pen', costCents: 105 });

test('an order and its history are of the same moment, whenever it is shipped', async () => {
  for (const queriesBefore of [1, 2, 3]) {
    const shopper = await readyShopper({ pen: 1 });
    const { orderId } = (await checkout(shopper, shopper)).json();
    let queries = 0;
    const shipping: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const request = { orderId, action: 'ship' } as const;
        if (++queries === queriesBefore) await changeAsOperator(shop.services, request);
        return result;
      },
    };
    const { id: userId } = await shop.services.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', shopper.username)
      .executeTakeFirstOrThrow();
    const found = await findOrder(shop.services.db.withPlugin(shipping), userId, orderId);
    const isShipped = found?.changes.some(({ kind }) => kind === 'shipped');
    expect(found?.order.status).toBe(isShipped ? 'shipped' : 'placed');
    expect(queries).toBe(3);
  }
});
