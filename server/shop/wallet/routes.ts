import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { toDollars } from '../../../contract/money.ts';
import { paths } from '../../../contract/paths.ts';
import { Wallet } from '../../../contract/wallet.ts';
import { bearerSecurity, replies } from '../../platform/http/error-replies.ts';
import type { AppServices } from '../../platform/services.ts';
import { requireShopper, shopperOf } from '../accounts/authentication.ts';
import { readBalance } from './store.ts';

export const walletRoutes: FastifyPluginAsyncTypebox<AppServices> = async (app, services) => {
  app.get(
    paths.wallet,
    {
      onRequest: requireShopper(services),
      schema: {
        tags: ['wallet'],
        summary: 'What the wallet holds',
        security: bearerSecurity,
        response: { 200: Wallet, ...replies(401) },
      },
    },
    async (request) => {
      const { userId } = shopperOf(request);
      return { balance: toDollars(await readBalance(services.db, userId)) };
    },
  );
};
