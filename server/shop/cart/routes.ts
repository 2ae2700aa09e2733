import type { FastifyPluginAsync } from 'fastify';
import { addRoute } from '../../platform/http/api/add-route.ts';
import type { AppServices } from '../../platform/services.ts';
import { shopperOf } from '../session/authentication.ts';
import { withShopper } from '../session/with-shopper.ts';
import { changeCart, readCart } from './store.ts';

export const cartRoutes: FastifyPluginAsync<AppServices> = async (app, services) => {
  addRoute(app, 'readCart', (request) => readCart(services.db, shopperOf(request).userId));

  addRoute(app, 'changeCart', (request) => {
    const shopper = shopperOf(request);
    return withShopper(services, shopper, (tx) => changeCart(tx, shopper.userId, request.body));
  });
};
