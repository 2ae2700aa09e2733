import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Cart, CartChangeBody } from '../../contract/cart.ts';
import { paths } from '../../contract/paths.ts';
import { requireShopper, shopperOf } from '../http/bearer.ts';
import type { OwnAnswers } from '../http/own-answers.ts';
import { bearerSecurity, replies } from '../http/replies.ts';
import type { AppServices } from '../http/services.ts';
import { lockUser } from '../storage/locks.ts';
import { transact } from '../storage/transact.ts';
import { changeCart, readCart } from './store.ts';

interface CartServices extends AppServices {
  own: OwnAnswers;
}

export const cartRoutes: FastifyPluginAsyncTypebox<CartServices> = async (app, services) => {
  const { db, own } = services;
  const tags = ['cart'];
  const security = bearerSecurity;
  app.addHook('onRequest', own.tellFailure);
  app.addHook('onRequest', requireShopper(services));

  const cartOf = (userId: string) => readCart(db, userId);
  app.get(
    paths.cart,
    {
      schema: { tags, security, summary: 'The cart', response: { 200: Cart, ...replies(401) } },
      onSend: own.likeThose(cartOf),
    },
    (request) => cartOf(shopperOf(request).userId),
  );

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
    async (request) => {
      const { userId } = shopperOf(request);
      return transact(db, async (tx) => {
        await lockUser(tx, userId);
        return changeCart(tx, userId, request.body);
      });
    },
  );
};
