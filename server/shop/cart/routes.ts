import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Cart, CartChangeBody } from '../../../contract/cart.ts';
import { paths } from '../../../contract/paths.ts';
import { bearerSecurity, replies } from '../../platform/http/error-replies.ts';
import type { AppServices } from '../../platform/services.ts';
import { requireShopper, shopperOf } from '../session/authentication.ts';
import { withShopper } from '../session/with-shopper.ts';
import { changeCart, readCart } from './store.ts';

export const cartRoutes: FastifyPluginAsyncTypebox<AppServices> = async (app, services) => {
  const tags = ['cart'];
  const security = bearerSecurity;
  app.addHook('onRequest', requireShopper(services));

  app.get(
    paths.cart,
    { schema: { tags, security, summary: 'The cart', response: { 200: Cart, ...replies(401) } } },
    (request) => readCart(services.db, shopperOf(request).userId),
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
    (request) => {
      const shopper = shopperOf(request);
      return withShopper(services, shopper, (tx) => changeCart(tx, shopper.userId, request.body));
    },
  );
};
