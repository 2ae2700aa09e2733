/**
 * `npm run simulate -- year`: a tea shop sells for a year on a clock of its own. It sells tea at one rate of tax and teapots
 * at another, both rates change once, and so does the time zone; goods and amounts go back, orders are cancelled, and an
 * account is erased. The books are kept here, too: documents, ledger, sales and hledger must agree with them to the cent.
 */
import { hasHledger } from '../../scripts/hledger.ts';
import type { Engine } from '../../server/platform/storage/engine.ts';
import type { Storage } from '../../server/platform/storage/storage.ts';
import { createRandom, type Random } from '../random.ts';
import { print, printChecks } from '../report.ts';
import { openDatabase } from '../servers.ts';
import { judge } from './judge.ts';
import {
  DAY_MS,
  FIRST_MOMENT,
  MINUTE_MS,
  NEW_YEAR,
  RATES_CHANGE,
  TeaShop,
  YEAR_MS,
  ZONE_CHANGES,
} from './tea-shop.ts';

/** @returns whether everything agrees */
export async function sellForAYear(options: { engine: string; orders: number; seed: number }) {
  const { engine, orders, seed } = options;
  if (engine !== 'sqlite' && engine !== 'postgres') throw new Error(`There is no engine ${engine}`);
  print(`year --engine ${engine} --orders ${orders} --seed ${seed}`);
  const { storage, stop } = await openDatabase(engine);
  try {
    const { checks, figures } = await trade(storage, { engine, orders, seed });
    for (const [what, figure] of Object.entries(figures)) print(`${what.padEnd(36)} ${figure}`);
    if (!hasHledger()) print('hledger is not installed: the journal was not checked');
    return printChecks(checks);
  } finally {
    await storage.close();
    await stop();
  }
}

/** @param storage an empty database */
async function trade(
  storage: Pick<Storage, 'db' | 'emptyLog'>,
  { engine, orders, seed }: { engine: Engine; orders: number; seed: number },
) {
  const shop = new TeaShop(storage, createRandom(seed));
  await shop.open();
  for (const at of timesOf(orders, createRandom(`${seed} times`))) await shop.pass(at);
  await shop.close();
  return judge(shop, engine);
}

/** The times of orders. Some are around the change of the rates, of the zone, and of the year. */
function timesOf(orders: number, random: Random): number[] {
  const moments = [RATES_CHANGE, ZONE_CHANGES, NEW_YEAR].flatMap((at) =>
    [-2 * MINUTE_MS, -20_000, -1, 0, 1, 20_000].map((ms) => at + ms),
  );
  const others = Array.from({ length: orders - moments.length }, () => {
    return FIRST_MOMENT + DAY_MS + Math.floor(random.next() * (YEAR_MS - 2 * DAY_MS));
  });
  return [...moments, ...others].toSorted((one, other) => one - other);
}
