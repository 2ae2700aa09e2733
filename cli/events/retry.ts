import { retryEvents, retryGivenUpEvents } from '../../server/operations/events/events.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import type { Db } from '../../server/platform/storage/schema.ts';
import { transact } from '../../server/platform/storage/transaction.ts';
import { areEventsWanted } from '../../server/platform/webhooks/wanted.ts';
import { count } from '../numbers.ts';
import { withShop } from '../shop.ts';

/** @param ids empty for all events whose delivery failed for good */
export async function run(ids: string[]): Promise<void> {
  const { retried, isWanted } = await withShop(async ({ db, now }) => ({
    isWanted: await areEventsWanted(db),
    retried:
      ids.length === 0
        ? await transact(db, (tx) => retryGivenUpEvents(tx, now()))
        : await retryNamed(db, ids, now()),
  }));
  const when = isWanted
    ? 'again'
    : 'once the shop runs with WEBHOOK_URL. Nothing is sent until then';
  process.stdout.write(`${count(retried, 'event')} will be sent ${when}.\n`);
}

/** Retries all of the events, or none if one is unknown. @throws OperatorError */
function retryNamed(db: Db, ids: readonly string[], now: number): Promise<number> {
  return transact(db, async (tx) => {
    const found = await retryEvents(tx, ids, now);
    const missing = ids.filter((id) => !found.includes(id));
    if (missing.length > 0) {
      const lines = missing.map((id) => `There is no event ${JSON.stringify(id)}.`);
      throw new OperatorError(lines.join('\n'));
    }
    return found.length;
  });
}
