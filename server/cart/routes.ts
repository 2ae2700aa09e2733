import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Cart, CartChangeBody } from '../../contract/cart.ts';
import { paths } from '../../contract/paths.ts';
import { requireShopper, shopperOf } from '../http/authentication.ts';
import { bearerSecurity, replies } from '../http/error-replies.ts';
import type { AppServices } from '../services.ts';
import { lockUser } from '../storage/locks.ts';
import type { Tx } from '../storage/schema.ts';
import { transact } from '../storage/transaction.ts';
import type { Carts } from './cart-cache.ts';
import { changeCart } from './store.ts';

interface CartServices extends AppServices {
  carts: Carts;
}

export const cartRoutes: FastifyPluginAsyncTypebox<CartServices> = async (app, services) => {
  const { db, carts } = services;
  const tags = ['cart'];
  const security = bearerSecurity;
  app.addHook('onRequest', requireShopper(services));

  app.get(
    paths.cart,
    {
      schema: { tags, security, summary: 'The cart', response: { 200: Cart, ...replies(401) } },
    },
    (request) => carts.find(shopperOf(request).userId),
  );

  const change = (userId: string, body: CartChangeBody): Promise<Cart> => {
    const work = async (tx: Tx) => {
      await lockUser(tx, userId);
      return changeCart(tx, userId, body);
    };
    return transact(db, work).finally(() => carts.changed(userId));
  };
  app.post(
    paths.cart,
    {
      schema: {
        tags,
        security,
        summary: 'Set the quantity of a product; 0 removes it',
        body: CartChangeBody,
        response: { 200: Cart, ...replies(400, 401, 404) },
      },
    },
    (request) => change(shopperOf(request).userId, request.body),
  );
};
