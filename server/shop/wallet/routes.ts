import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { WALLET_PAGE_SIZE } from '../../../contract/limits.ts';
import { toDollars } from '../../../contract/money.ts';
import { paths } from '../../../contract/paths.ts';
import {
  Wallet,
  WalletEntriesQuery,
  type WalletEntry,
  WalletEntryList,
} from '../../../contract/wallet.ts';
import { bearerSecurity, replies } from '../../platform/http/error-replies.ts';
import type { LimitWork } from '../../platform/http/expensive-work.ts';
import { knownParameters, nextPageLink } from '../../platform/http/parameters.ts';
import type { AppServices } from '../../platform/services.ts';
import { formatNumber } from '../codes.ts';
import { requireShopper, shopperOf } from '../session/authentication.ts';
import {
  formatStatementCursor,
  parseStatementCursor,
  readStatement,
  type StatementEntry,
} from './statement.ts';
import { readBalance } from './store.ts';

const shared = { tags: ['wallet'], security: bearerSecurity };

export interface WalletOptions extends AppServices {
  limit: LimitWork;
}

export const walletRoutes: FastifyPluginAsyncTypebox<WalletOptions> = async (app, services) => {
  const { db, limit: limitWork } = services;
  app.addHook('onRequest', requireShopper(services));

  app.get(
    paths.wallet,
    {
      schema: {
        ...shared,
        summary: 'What the wallet holds',
        response: { 200: Wallet, ...replies(401) },
      },
    },
    async (request) => {
      const { userId } = shopperOf(request);
      return { balance: toDollars(await readBalance(db, userId)) };
    },
  );

  app.get(
    paths.walletEntries,
    {
      schema: {
        ...shared,
        summary: 'The statement of the wallet: every movement, newest first',
        description:
          'A `Link` header leads to the next page. The amounts of all entries add up to the balance.',
        querystring: WalletEntriesQuery,
        response: { 200: WalletEntryList, ...replies(400, 401) },
      },
    },
    async (request, reply) => {
      const { userId } = shopperOf(request);
      const limit = Number(request.query.limit ?? WALLET_PAGE_SIZE);
      const after = parseStatementCursor(request.query.cursor);
      // The balances need all movements before them.
      const { entries, next } = await limitWork(() => readStatement(db, userId, { limit, after }));
      if (next !== undefined) {
        const parameters = new URLSearchParams(knownParameters(request));
        const cursor = formatStatementCursor(next);
        reply.header('link', nextPageLink(paths.walletEntries, parameters, cursor));
      }
      return entries.map(toWalletEntry);
    },
  );
};

function toWalletEntry({ order, ...entry }: StatementEntry): WalletEntry {
  return {
    id: entry.transactionId,
    at: new Date(entry.madeAt).toISOString(),
    kind: entry.kind,
    amount: toDollars(entry.amountCents),
    balance: toDollars(entry.balanceCents),
    ...(order && { order: { id: order.id, number: formatNumber(order.number) } }),
  };
}
