import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { toDollars } from '../../contract/money.ts';
import {
  CheckoutBody,
  CheckoutHeaders,
  CheckoutReply,
  Order,
  type OrderLine,
  OrderParams,
} from '../../contract/orders.ts';
import { paths } from '../../contract/paths.ts';
import { Refusal } from '../../contract/refusals.ts';
import { requireShopper, shopperOf } from '../http/authentication.ts';
import { bearerSecurity, replies } from '../http/error-replies.ts';
import type { AppServices } from '../services.ts';
import { withShopper } from '../shoppers.ts';
import { placeOrder } from './checkout.ts';
import { deliverBy } from './rules.ts';
import { findOrder, type StoredOrder } from './store.ts';

export const orderRoutes: FastifyPluginAsyncTypebox<AppServices> = async (app, services) => {
  const { db, now, newId, meter } = services;
  const tags = ['orders'];
  const security = bearerSecurity;
  app.addHook('onRequest', requireShopper(services));

  app.post(
    paths.checkout,
    {
      schema: {
        tags,
        security,
        summary: 'Order what is in the cart, paid from the wallet',
        description:
          'With an Idempotency-Key a repeated request gets the first reply again and orders nothing. ' +
          'With Expected-Total the order is refused where the total is another one by now.',
        headers: CheckoutHeaders,
        body: CheckoutBody,
        response: { 200: CheckoutReply, ...replies(400, 401, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { userId } = shopperOf(request);
      const result = await withShopper(services, userId, (tx) =>
        placeOrder(
          tx,
          {
            userId,
            addressId: request.body.addressId,
            idempotencyKey: request.headers['idempotency-key'],
            expectedTotal: request.headers['expected-total'],
          },
          { now: now(), orderId: newId(), transactionId: newId() },
        ),
      );
      const { order } = result;
      if (result.replayed) reply.header('idempotency-replayed', 'true');
      else meter?.orderPlaced(order.total_cents);
      return {
        success: true as const,
        orderId: order.id,
        total: toDollars(order.total_cents),
        balance: toDollars(order.balance_after_cents),
        lines: toLines(result),
        deliverBy: deliverBy(order.placed_at),
      };
    },
  );

  app.get(
    `${paths.orders}/:id`,
    {
      schema: {
        tags,
        security,
        summary: 'An order, as it was placed',
        params: OrderParams,
        response: { 200: Order, ...replies(401, 404) },
      },
    },
    async (request) => {
      const found = await findOrder(db, shopperOf(request).userId, request.params.id);
      if (found === undefined) throw new Refusal('ORDER_MISSING');
      const { order } = found;
      return {
        id: order.id,
        placedAt: new Date(order.placed_at).toISOString(),
        address: order.address,
        lines: toLines(found),
        total: toDollars(order.total_cents),
        deliverBy: deliverBy(order.placed_at),
      };
    },
  );
};

function toLines({ items }: StoredOrder): OrderLine[] {
  return items.map(({ product_id, name, cost_cents, qty }) => ({
    productId: product_id,
    name,
    cost: toDollars(cost_cents),
    qty,
  }));
}
