import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runFor } from '../sharing/sharer.ts';
import { isFromForeignPage } from './foreign-page.ts';
import { widestNetworkOf } from './network.ts';

/** Lets the networks that send requests take turns at connections of the database. */
export function runForNetworks(app: FastifyInstance): void {
  const run = (request: FastifyRequest, _reply: unknown, done: () => void) =>
    runFor(sharerOf(request), done);
  app.addHook('onRequest', run);
  // Again, because the body arrives in events of the connection.
  app.addHook('preValidation', run);
}

/** The widest network, of which whoever sends floods has few. Any page can make its visitors send requests: they count apart. */
function sharerOf({ ip, headers }: FastifyRequest): string {
  return `${widestNetworkOf(ip)}${isFromForeignPage(headers) ? ' by foreign pages' : ''}`;
}
