/** Issues invoices and credit notes every few seconds, and removes the buyers of those that need not be kept. */
import type { RegularTask } from '../../platform/run-every.ts';
import type { ShopServices } from '../../platform/services.ts';
import { hasPending, issueBatch } from '../invoices/issue.ts';
import { forgetBuyers } from '../invoices/kept.ts';
import { transactShop } from '../session/with-shopper.ts';
import { recordInvoiceIssued } from './events.ts';

const POLL_MS = 5_000;

type IssuerServices = Pick<ShopServices, 'db' | 'now' | 'outbox' | 'meter'>;

/**
 * Issues all documents that are missing, or those of the batches that begin before the signal.
 * @returns how many documents were issued
 */
export async function issueInvoices(
  services: IssuerServices,
  signal?: AbortSignal,
): Promise<number> {
  const { db, now } = services;
  let issued = 0;
  while (!signal?.aborted && (await hasPending(db, now()))) {
    issued += await transactShop(services, async (tx, recorder) => {
      const documents = await issueBatch(tx, now());
      for (const document of documents) await recordInvoiceIssued(recorder, document, now());
      return documents.length;
    });
  }
  return issued;
}

export function issueRegularly(services: IssuerServices): RegularTask {
  return {
    everyMs: POLL_MS,
    firstMs: POLL_MS,
    async task(signal) {
      await issueInvoices(services, signal);
      await forgetBuyers(services, signal);
    },
    failure: 'invoices cannot be issued',
  };
}
