/**
 * How long documents keep the address of their buyer, also after the account is erased: to the end of the year of issue,
 * and for the years that the shop says.
 */
import { createDayFormat } from '../../platform/days.ts';
import type { Services } from '../../platform/services.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { readLastTerms } from '../identity/sale-terms.ts';

/** Documents in one statement. */
const BATCH_SIZE = 100;

export interface KeptDocuments {
  count: number;
  /** The last day on which any of them has an address, like `2036-12-31`. */
  keptUntil: string;
}

/** @returns what is kept of an account that is erased now; undefined if there is nothing */
export async function readKept(
  db: Db,
  userId: string,
  now: number,
): Promise<KeptDocuments | undefined> {
  const terms = await readLastTerms(db);
  if (terms === undefined) return undefined;
  const issued = await db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('year').as('year')])
    .where('orders.user_id', '=', userId)
    .where('buyer', 'is not', null)
    .executeTakeFirstOrThrow();
  const { count: pending } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('invoice', 'is', null)
    .where('terms', 'is not', null)
    .executeTakeFirstOrThrow();
  const count = issued.count + pending;
  if (count === 0) return undefined;
  const thisYear = pending > 0 ? yearOf(now, terms.time_zone) : 0;
  const year = Math.max(issued.year ?? 0, thisYear);
  return { count, keptUntil: keptUntil(year, terms.document_years) };
}

/** @param year that of the day of issue */
export function keptUntil(year: number, documentYears: number): string {
  return `${year + documentYears}-12-31`;
}

/**
 * Removes addresses that need not be kept any longer, or those of the batches that begin before the signal.
 * @returns of how many documents
 */
export async function forgetBuyers(
  { db, now }: Pick<Services, 'db' | 'now'>,
  signal?: AbortSignal,
): Promise<number> {
  const terms = await readLastTerms(db);
  if (terms === undefined) return 0;
  const first = yearOf(now(), terms.time_zone) - terms.document_years;
  for (let forgotten = 0; ; ) {
    const { numUpdatedRows } = await db
      .updateTable('invoices')
      .set({ buyer: null })
      .where('number', 'in', (eb) =>
        eb
          .selectFrom('invoices')
          .select('number')
          .where('buyer', 'is not', null)
          .where('year', '<', first)
          .limit(BATCH_SIZE),
      )
      .executeTakeFirst();
    forgotten += Number(numUpdatedRows);
    if (Number(numUpdatedRows) < BATCH_SIZE || signal?.aborted) return forgotten;
  }
}

function yearOf(time: number, timeZone: string): number {
  return Number(createDayFormat(timeZone)(time).slice(0, 4));
}
