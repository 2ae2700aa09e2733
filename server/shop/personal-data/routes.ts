import { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import { walletHas } from '../../../contract/messages.ts';
import { formatCents, toDollars } from '../../../contract/money.ts';
import { Refusal } from '../../../contract/refusals.ts';
import { addRoute } from '../../platform/http/api/add-route.ts';
import { currentClient, runFor } from '../../platform/queues/client.ts';
import { createConcurrencyLimiter } from '../../platform/queues/concurrency-limiter.ts';
import type { AppServices } from '../../platform/services.ts';
import { senderOf } from '../accounts/attempts/devices.ts';
import { countRequest } from '../accounts/attempts/throttle.ts';
import { type ProofOptions, provePassword } from '../accounts/proof.ts';
import { shopperOf } from '../session/authentication.ts';
import { eraseUser } from './erase.ts';
import { writeExport } from './export.ts';
import { readAccount } from './store.ts';

/** Parts of downloads are read one at a time: their requests must not keep those of others waiting. */
const READING = { concurrency: 1, queueMax: { downloads: 200 }, turns: ['downloads'] as const };

type PersonalDataOptions = ProofOptions & Pick<AppServices, 'newId' | 'emptyLog'>;

export const personalDataRoutes: FastifyPluginAsync<PersonalDataOptions> = async (
  app,
  services,
) => {
  const { db, now, emptyLog } = services;
  const limitReading = createConcurrencyLimiter(READING);
  addRoute(app, 'readAccount', (request) => readAccount(db, shopperOf(request).userId, now()));

  addRoute(app, 'exportAccount', async (request, reply) => {
    const { userId } = shopperOf(request);
    await countRequest(services, 'export', { owner: userId, sender: senderOf(request) });
    // The stream asks for the next part in an event of the connection.
    const client = currentClient();
    const parts = writeExport(db, userId);
    async function* readInTurns(): AsyncGenerator<string> {
      for (;;) {
        const { done, value } = await runFor(client, () =>
          limitReading('downloads', () => parts.next()),
        );
        if (done) return;
        yield value;
      }
    }
    // Safe: the parts are the JSON of what the schema describes, and Fastify sends a stream as it is.
    const stream = Readable.from(readInTurns()) as never;
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="account.json"')
      .send(stream);
  });

  addRoute(app, 'deleteAccount', async (request) => {
    const { forfeit = 0 } = request.body;
    const { user, change } = await provePassword(services, request);
    const { settledCents } = await change((tx, recorder) =>
      eraseUser(services, { tx, recorder }, user, (balanceCents) => {
        if (forfeit === toDollars(balanceCents)) return 'forfeits';
        throw new Refusal('FORFEIT_DIFFERS', { message: walletHas(formatCents(balanceCents)) });
      }),
    );
    const isEmpty = await emptyLog().catch(() => false);
    if (!isEmpty)
      request.log.warn('old copies of an erased account are still in the log of the database');
    return { forfeited: toDollars(settledCents) };
  });
};
