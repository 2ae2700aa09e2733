import type { Services } from '../../platform/services.ts';
import { issueInvoices } from './issue.ts';

const POLL_MS = 5_000;

/**
 * Issues invoices every few seconds.
 * @param onFailure called once until it works again
 */
export function createIssuer(
  services: Pick<Services, 'db' | 'now'>,
  onFailure: (error: unknown) => void,
) {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isFailing = false;
  let running = Promise.resolve();

  async function issue(): Promise<void> {
    try {
      await issueInvoices(services);
      isFailing = false;
    } catch (error) {
      if (!isFailing && !isStopped) onFailure(error);
      isFailing = true;
    }
  }

  /** The next poll begins when the one before has ended. */
  function poll(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = issue().then(poll);
    }, POLL_MS).unref();
  }

  return {
    start: async () => poll(),
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
