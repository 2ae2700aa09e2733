import { type IssuerServices, issueInvoices } from './issue.ts';
import { forgetBuyers } from './kept.ts';

const POLL_MS = 5_000;

/**
 * Issues invoices every few seconds, and removes the buyers of those that need not be kept.
 * @param onFailure called once until it works again
 */
export function createIssuer(services: IssuerServices, onFailure: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  const stopping = new AbortController();
  const { signal } = stopping;
  let isFailing = false;
  let running = Promise.resolve();

  async function issue(): Promise<void> {
    try {
      await issueInvoices(services, signal);
      await forgetBuyers(services, signal);
      isFailing = false;
    } catch (error) {
      if (!isFailing && !signal.aborted) onFailure(error);
      isFailing = true;
    }
  }

  /** The next poll begins when the one before has ended. */
  function poll(): void {
    if (signal.aborted) return;
    timer = setTimeout(() => {
      running = issue().then(poll);
    }, POLL_MS).unref();
  }

  return {
    start: async () => poll(),
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
