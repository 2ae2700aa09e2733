import type { FastifyPluginAsync } from 'fastify';
import { WALLET_PAGE_SIZE } from '../../../contract/limits.ts';
import { toDollars } from '../../../contract/money.ts';
import { paths } from '../../../contract/paths.ts';
import type { WalletEntry } from '../../../contract/wallet.ts';
import { addRoute } from '../../platform/http/api/add-route.ts';
import { knownParameters, nextPageLink } from '../../platform/http/api/parameters.ts';
import type { LimitWork } from '../../platform/http/expensive-work.ts';
import type { AppServices } from '../../platform/services.ts';
import { formatNumber } from '../codes.ts';
import { shopperOf } from '../session/authentication.ts';
import {
  formatStatementCursor,
  parseStatementCursor,
  readStatement,
  type StatementEntry,
} from './statement.ts';
import { readBalance } from './store.ts';

export interface WalletOptions extends AppServices {
  limit: LimitWork;
}

export const walletRoutes: FastifyPluginAsync<WalletOptions> = async (app, services) => {
  const { db, limit: limitWork } = services;

  addRoute(app, 'readWallet', async (request) => {
    const { userId } = shopperOf(request);
    return { balance: toDollars(await readBalance(db, userId)) };
  });

  addRoute(app, 'listWalletEntries', async (request, reply) => {
    const { userId } = shopperOf(request);
    const limit = Number(request.query.limit ?? WALLET_PAGE_SIZE);
    const after = parseStatementCursor(request.query.cursor);
    // The balances need all movements before them.
    const { entries, next } = await limitWork(() => readStatement(db, userId, { limit, after }));
    if (next !== undefined) {
      const cursor = formatStatementCursor(next);
      reply.header('link', nextPageLink(paths.walletEntries, knownParameters(request), cursor));
    }
    return entries.map(toWalletEntry);
  });
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
