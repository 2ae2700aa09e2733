import type { FastifyPluginAsync } from 'fastify';
import { Refusal } from '../../../contract/refusals.ts';
import type { AppServices } from '../services.ts';
import { hiddenReasonOf } from './errors.ts';

const RETRY_AFTER_SECONDS = 5;

export interface HealthOptions extends Pick<AppServices, 'checkDatabase'> {
  /** @throws Refusal STARTING until the search index is built */
  ready(): Promise<void>;
}

/** Health checks: `/healthz` for the process, `/readyz` for everything that it needs. */
export const healthRoutes: FastifyPluginAsync<HealthOptions> = async (
  app,
  { checkDatabase, ready },
) => {
  let checking: Promise<void> | undefined;
  /** Strangers can ask, too: however many do so at the same time, the database is asked once. */
  const checkOnce = (): Promise<void> => {
    checking ??= checkDatabase().finally(() => {
      checking = undefined;
    });
    return checking;
  };
  const options = { schema: { hide: true }, logLevel: 'warn' } as const;

  app.get('/healthz', options, async () => ({ status: 'ok' }));

  app.get('/readyz', options, async (request) => {
    try {
      await checkOnce();
    } catch (error) {
      const reason = hiddenReasonOf(error);
      request.log.error(reason ? { reason } : { err: error }, 'the database does not answer');
      throw new Refusal('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS });
    }
    await ready();
    return { status: 'ok' };
  });
};
