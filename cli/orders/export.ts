import { toCsv } from '../../server/operations/orders/export.ts';
import { findOrders } from '../../server/operations/orders/orders.ts';
import { toJsonArray } from '../list.ts';
import { writeOutput } from '../output.ts';
import { readShop, readTimeZone } from '../shop.ts';
import { type OrderOptions, toOrderFilter } from './filter.ts';
import { createOrderJson } from './list.ts';

export async function run({
  format,
  ...options
}: OrderOptions & { format: 'csv' | 'json' }): Promise<void> {
  await readShop(async (db) => {
    const pages = findOrders(db, toOrderFilter(options, await readTimeZone(db)));
    await writeOutput(
      format === 'csv' ? toCsv(pages) : toJsonArray(pages, await createOrderJson(db)),
    );
  });
}
