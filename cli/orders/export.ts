import { toCsv } from '../../server/operations/orders/export.ts';
import { findOrders, type OrderFilter } from '../../server/operations/orders/orders.ts';
import { toJsonArray } from '../list.ts';
import { writeOutput } from '../output.ts';
import { readShop } from '../shop.ts';
import { orderToJson } from './list.ts';

export async function run({
  format,
  ...filter
}: OrderFilter & { format: 'csv' | 'json' }): Promise<void> {
  await readShop((db) => {
    const pages = findOrders(db, filter);
    return writeOutput(format === 'csv' ? toCsv(pages) : toJsonArray(pages, orderToJson));
  });
}
