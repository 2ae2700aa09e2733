import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { ORDERS_PAGE_SIZE } from '../../../contract/limits.ts';
import { toDollars } from '../../../contract/money.ts';
import { paths } from '../../../contract/paths.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { Carrier } from '../../../contract/shop-identity.ts';
import { addRoute } from '../../platform/http/api/add-route.ts';
import { knownParameters, nextPageLink } from '../../platform/http/api/parameters.ts';
import type { LimitWork } from '../../platform/http/expensive-work.ts';
import type { AppServices } from '../../platform/services.ts';
import type { Config } from '../../platform/settings/config.ts';
import { formatNumber } from '../codes.ts';
import type { IdentityCache } from '../identity/identity-cache.ts';
import { findInvoice } from '../invoices/store.ts';
import { shopperOf } from '../session/authentication.ts';
import { withShopper } from '../session/with-shopper.ts';
import { changeOrder } from './change.ts';
import { placeOrder, withUnusedNumber } from './checkout.ts';
import { findOrderId } from './find.ts';
import { toLines, toOrder } from './reply.ts';
import { parseOrderCursor } from './rules.ts';
import { findOrder, listOrders } from './store.ts';

/** Shoppers that one server counts; it forgets the least recent one. */
const COUNTED_SHOPPERS_MAX = 10_000;

export interface OrderOptions extends AppServices, Pick<Config, 'orderRateLimit'> {
  identity: IdentityCache;
  limit: LimitWork;
}

export const orderRoutes: FastifyPluginAsync<OrderOptions> = async (app, options) => {
  await app.register(readRoutes, options);
  await app.register(changeRoutes, options);
};

/** Orders and cancellations; both count against one limit for each shopper. */
const changeRoutes: FastifyPluginAsync<OrderOptions> = async (app, options) => {
  const { db, now, newId, orderRateLimit } = options;
  if (orderRateLimit > 0) await limitOrders(app, orderRateLimit);

  addRoute(app, 'placeOrder', async (request, reply) => {
    const shopper = shopperOf(request);
    const { shop } = await options.identity.current();
    const result = await withUnusedNumber(() =>
      withShopper(options, shopper, (tx, recorder) =>
        placeOrder(
          tx,
          {
            userId: shopper.userId,
            addressId: request.body.addressId,
            idempotencyKey: request.headers['idempotency-key'],
            expectedTotal: request.headers['expected-total'],
            onlyIfPlaced: request.headers['only-if-placed'] !== undefined,
          },
          {
            now: now(),
            businessDays: shop?.delivery?.businessDays,
            ...{ orderId: newId(), transactionId: newId(), recorder },
          },
        ),
      ),
    );
    const { order } = result;
    if (result.replayed) reply.header('idempotency-replayed', 'true');
    return {
      success: true as const,
      orderId: order.id,
      number: formatNumber(order.number),
      total: toDollars(order.total_cents),
      balance: toDollars(order.balance_after_cents),
      lines: toLines(result),
      deliverBy: order.deliver_by,
    };
  });

  addRoute(app, 'cancelOrder', async (request, reply) => {
    const shopper = shopperOf(request);
    const { userId } = shopper;
    const orderId = await findOrderId(db, request.params.id, userId);
    if (orderId === undefined) throw new Refusal('ORDER_MISSING');
    const change = {
      orderId,
      userId,
      action: 'cancel',
      by: 'shopper',
    } as const;
    const result = await withShopper(options, shopper, (tx, recorder) =>
      changeOrder(tx, change, { now: now(), transactionId: newId(), recorder }),
    );
    if (!result.isChanged) reply.header('idempotency-replayed', 'true');
    return toOrder(result, await readCarriers(options));
  });
};

const readRoutes: FastifyPluginAsync<OrderOptions> = async (app, options) => {
  const { db, limit: limitWork } = options;
  addRoute(app, 'listOrders', async (request, reply) => {
    const { userId } = shopperOf(request);
    const limit = Number(request.query.limit ?? ORDERS_PAGE_SIZE);
    const after = parseOrderCursor(request.query.cursor);
    // A page may have a thousand lines.
    const { orders, next } = await limitWork(() => listOrders(db, userId, { limit, after }));
    if (next !== undefined)
      reply.header('link', nextPageLink(paths.orders, knownParameters(request), next));
    const carriers = await readCarriers(options);
    return orders.map((order) => toOrder(order, carriers));
  });

  addRoute(app, 'readOrder', async (request) => {
    const { userId } = shopperOf(request);
    const id = await findOrderId(db, request.params.id, userId);
    const found = id && (await findOrder(db, userId, id));
    if (!found) throw new Refusal('ORDER_MISSING');
    const document = await findInvoice(db, {
      orderId: found.order.id,
      number: request.params.id,
    });
    return { ...toOrder(found, await readCarriers(options)), ...(document && { document }) };
  });
};

async function readCarriers({ identity }: OrderOptions): Promise<readonly Carrier[]> {
  return (await identity.current()).carriers;
}

/** Counts in the memory of this server, after the request is found valid. */
async function limitOrders(app: FastifyInstance, perMinute: number): Promise<void> {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: '1 minute',
    hook: 'preHandler',
    keyGenerator: (request) => shopperOf(request).userId,
    cache: COUNTED_SHOPPERS_MAX,
    errorResponseBuilder: (_request, { ttl }) =>
      new Refusal('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(ttl / 1000) }),
  });
}
