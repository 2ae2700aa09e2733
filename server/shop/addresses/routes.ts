import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AddressBody, AddressList, AddressParams } from '../../../contract/addresses.ts';
import { paths } from '../../../contract/paths.ts';
import { bearerSecurity, replies } from '../../platform/http/error-replies.ts';
import type { AppServices } from '../../platform/services.ts';
import { requireShopper, shopperOf } from '../session/authentication.ts';
import { withShopper } from '../session/with-shopper.ts';
import { checkAddress } from './rules.ts';
import { addAddress, listAddresses, removeAddress } from './store.ts';

export const addressRoutes: FastifyPluginAsyncTypebox<AppServices> = async (app, services) => {
  const { db, newId } = services;
  const tags = ['addresses'];
  const security = bearerSecurity;
  app.addHook('onRequest', requireShopper(services));

  app.get(
    paths.addresses,
    {
      schema: {
        tags,
        security,
        summary: 'The saved addresses',
        response: { 200: AddressList, ...replies(401) },
      },
    },
    (request) => listAddresses(db, shopperOf(request).userId),
  );

  app.post(
    paths.addresses,
    {
      schema: {
        tags,
        security,
        summary: 'Save an address',
        body: AddressBody,
        response: { 200: AddressList, ...replies(400, 401) },
      },
    },
    async (request) => {
      const shopper = shopperOf(request);
      const address = checkAddress(request.body.address);
      return withShopper(services, shopper, async (tx) => {
        await addAddress(tx, shopper.userId, { _id: newId(), address });
        return listAddresses(tx, shopper.userId);
      });
    },
  );

  app.delete(
    `${paths.addresses}/:id`,
    {
      schema: {
        tags,
        security,
        summary: 'Delete an address',
        params: AddressParams,
        response: { 200: AddressList, ...replies(401, 404) },
      },
    },
    async (request) => {
      const shopper = shopperOf(request);
      return withShopper(services, shopper, async (tx) => {
        await removeAddress(tx, shopper.userId, request.params.id);
        return listAddresses(tx, shopper.userId);
      });
    },
  );
};
