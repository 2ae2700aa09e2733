import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ORDERS_PAGE_SIZE } from '../../../contract/limits.ts';
import { toDollars } from '../../../contract/money.ts';
import {
  CheckoutBody,
  CheckoutHeaders,
  CheckoutReply,
  Order,
  OrderList,
  OrderParams,
  OrdersQuery,
} from '../../../contract/orders.ts';
import { paths } from '../../../contract/paths.ts';
import { Refusal } from '../../../contract/refusals.ts';
import { bearerSecurity, replies } from '../../platform/http/error-replies.ts';
import { nextPageLink } from '../../platform/http/paging.ts';
import { parametersOf } from '../../platform/http/parameters.ts';
import type { AppServices } from '../../platform/services.ts';
import { requireShopper, shopperOf } from '../accounts/authentication.ts';
import { withShopper } from '../shoppers.ts';
import { changeOrder } from './change.ts';
import { placeOrder } from './checkout.ts';
import { toLines, toOrder } from './reply.ts';
import { deliverBy, parseOrderCursor } from './rules.ts';
import { findOrder, listOrders } from './store.ts';

export const orderRoutes: FastifyPluginAsyncTypebox<AppServices> = async (app, services) => {
  const { db, now, newId } = services;
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
      const shopper = shopperOf(request);
      const result = await withShopper(services, shopper, (tx, recorder) =>
        placeOrder(
          tx,
          {
            userId: shopper.userId,
            addressId: request.body.addressId,
            idempotencyKey: request.headers['idempotency-key'],
            expectedTotal: request.headers['expected-total'],
          },
          { now: now(), orderId: newId(), transactionId: newId(), recorder },
        ),
      );
      const { order } = result;
      if (result.replayed) reply.header('idempotency-replayed', 'true');
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
    paths.orders,
    {
      schema: {
        tags,
        security,
        summary: "The shopper's orders, newest first",
        description: 'A `Link` header leads to the next page.',
        querystring: OrdersQuery,
        response: { 200: OrderList, ...replies(400, 401) },
      },
    },
    async (request, reply) => {
      const { userId } = shopperOf(request);
      const limit = Number(request.query.limit ?? ORDERS_PAGE_SIZE);
      const after = parseOrderCursor(request.query.cursor);
      const found = await listOrders(db, userId, { limit: limit + 1, after });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      if (found.length > limit && last) {
        reply.header('link', nextPageLink(paths.orders, parametersOf(request.url), last.order.id));
      }
      return page.map(toOrder);
    },
  );

  app.get(
    `${paths.orders}/:id`,
    {
      schema: {
        tags,
        security,
        summary: 'An order: what was bought, and what became of it',
        params: OrderParams,
        response: { 200: Order, ...replies(401, 404) },
      },
    },
    async (request) => {
      const found = await findOrder(db, shopperOf(request).userId, request.params.id);
      if (found === undefined) throw new Refusal('ORDER_MISSING');
      return toOrder(found);
    },
  );

  app.post(
    `${paths.orders}/:id/cancel`,
    {
      schema: {
        tags,
        security,
        summary: 'Cancel an order that is not shipped',
        description:
          'The whole amount goes back to the wallet, and counted stock returns. ' +
          'An order that is cancelled already gets the same reply, with `Idempotency-Replayed: true`.',
        params: OrderParams,
        response: { 200: Order, ...replies(400, 401, 404, 409) },
      },
    },
    async (request, reply) => {
      const shopper = shopperOf(request);
      const change = {
        orderId: request.params.id,
        userId: shopper.userId,
        action: 'cancel',
        by: 'shopper',
      } as const;
      const result = await withShopper(services, shopper, (tx, recorder) =>
        changeOrder(tx, change, { now: now(), transactionId: newId(), recorder }),
      );
      if (!result.isChanged) reply.header('idempotency-replayed', 'true');
      return toOrder(result);
    },
  );
};
