import type { FastifyPluginAsync } from 'fastify';
import { addRoute } from '../../platform/http/api/add-route.ts';
import type { AppServices } from '../../platform/services.ts';
import { shopperOf } from '../session/authentication.ts';
import { withShopper } from '../session/with-shopper.ts';
import { checkAddress } from './rules.ts';
import { addAddress, listAddresses, removeAddress } from './store.ts';

export const addressRoutes: FastifyPluginAsync<AppServices> = async (app, services) => {
  const { db, newId } = services;

  addRoute(app, 'listAddresses', (request) => listAddresses(db, shopperOf(request).userId));

  addRoute(app, 'addAddress', async (request) => {
    const shopper = shopperOf(request);
    const address = checkAddress(request.body.address);
    return withShopper(services, shopper, async (tx) => {
      await addAddress(tx, shopper.userId, { _id: newId(), address });
      return listAddresses(tx, shopper.userId);
    });
  });

  addRoute(app, 'removeAddress', async (request) => {
    const shopper = shopperOf(request);
    return withShopper(services, shopper, async (tx) => {
      await removeAddress(tx, shopper.userId, request.params.id);
      return listAddresses(tx, shopper.userId);
    });
  });
};
