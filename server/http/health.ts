import type { FastifyPluginAsync } from 'fastify';
import { sql } from 'kysely';
import { Refusal } from '../../contract/refusals.ts';
import type { Services } from './services.ts';

/** For whoever watches the process: is it there, and can it reach its database. */
export const healthRoutes: FastifyPluginAsync<Services> = async (app, { db }) => {
  const options = { schema: { hide: true }, logLevel: 'warn' } as const;

  app.get('/healthz', options, async () => ({ status: 'ok' }));

  app.get('/readyz', options, async (request) => {
    try {
      await sql`select 1`.execute(db);
      return { status: 'ok' };
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      throw new Refusal('OVERLOADED', { retryAfter: 5 });
    }
  });
};
