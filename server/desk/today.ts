/** What an operator sees first. */
import { deskPaths, type SalesFigure, type Today } from '../../contract/desk.ts';
import { readLastBackup } from '../operations/backup/last-backup.ts';
import { countGivenUp } from '../operations/events/events.ts';
import type { Lack } from '../operations/identity/launch-check.ts';
import { sumSales } from '../operations/reports/sales.ts';
import { addDays, createDayFormat, startOfDay } from '../platform/days.ts';
import type { Db } from '../platform/storage/schema.ts';
import { readPending } from '../shop/invoices/pending.ts';
import { listLowStock, listToShip } from './lists.ts';

/** Rows of each list. */
const SHOWN = 10;
const PENDING_MAX = 100;
/** Invoices of orders are issued within moments. */
const PENDING_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * @param findLacks what `qkart shop check` says
 * @param timeZone of the shop, in which days begin
 */
export async function readToday(
  db: Db,
  { now, timeZone, findLacks }: { now: number; timeZone: string; findLacks(): Promise<Lack[]> },
): Promise<Today> {
  const today = createDayFormat(timeZone)(now);
  const start = (day: string) => startOfDay(day, timeZone);
  const sales = (from: number, to: number) => readSales(db, from, to);
  const first = `${today.slice(0, 7)}-01`;
  const firstBefore = `${addDays(first, -1).slice(0, 7)}-01`;
  const sameMoment = Math.min(start(firstBefore) + (now - start(first)), start(first));
  return {
    toShip: { count: await countToShip(db), list: await listToShip(db, SHOWN, timeZone) },
    yesterday: await sales(start(addDays(today, -1)), start(today)),
    thisMonth: await sales(start(first), now + 1),
    lastMonth: await sales(start(firstBefore), sameMoment),
    lowStock: await listLowStock(db, SHOWN),
    tasks: [...(await findTasks(db, now)), ...(await findLacks()).map(toTask)],
    newestOrder: await readNewestOrder(db),
  };
}

async function readSales(db: Db, from: number, to: number): Promise<SalesFigure> {
  const { count, soldCents, cancelledCents, refundedCents } = await sumSales(db, { from, to });
  return { orders: count, netCents: soldCents - cancelledCents - refundedCents };
}

async function countToShip(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'placed')
    .executeTakeFirstOrThrow();
  return count;
}

async function readNewestOrder(db: Db): Promise<string> {
  const { id } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  return id ?? '';
}

/** @param after the id of an order @returns at most 1,000 */
export async function countNewOrders(db: Db, after: string): Promise<number> {
  const newer = db.selectFrom('orders').select('id').where('id', '>', after).limit(1_000);
  const { count } = await db
    .selectFrom(newer.as('newer'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function toTask({ what, how }: Lack): Today['tasks'][number] {
  return how === undefined ? { text: what } : { text: `${what}.`, href: deskPaths.shop };
}

async function findTasks(db: Db, now: number): Promise<Today['tasks']> {
  const tasks: string[] = [];
  const givenUp = await countGivenUp(db);
  if (givenUp > 0) {
    tasks.push(`Events that were given up: ${givenUp}. qkart events retry sends them again.`);
  }
  const pending = (await readPending(db, now - PENDING_MS, PENDING_MAX)).length;
  if (pending > 0) {
    const more = pending === PENDING_MAX ? ' or more' : '';
    tasks.push(`Invoices and credit notes that are not issued yet: ${pending}${more}.`);
  }
  const backupAt = await readLastBackup(db);
  if (backupAt !== undefined && now - backupAt > DAY_MS) {
    const days = Math.floor((now - backupAt) / DAY_MS);
    tasks.push(`The last backup is ${days} ${days === 1 ? 'day' : 'days'} old.`);
  }
  return tasks.map((text) => ({ text }));
}
