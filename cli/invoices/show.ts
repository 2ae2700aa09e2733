import { findInvoice } from '../../server/operations/invoices/find.ts';
import { toVisibleJson } from '../../server/platform/quote.ts';
import { readSnapshot } from '../../server/platform/storage/read-only.ts';
import { toLines } from '../../server/shop/orders/reply.ts';
import { readShop } from '../shop.ts';
import { invoiceToJson } from './list.ts';

/** Prints JSON: the printed form is that of `export`. */
export async function run(number: string): Promise<void> {
  const found = await readShop((db) => readSnapshot(db, (tx) => findInvoice(tx, number)));
  const shown = {
    ...invoiceToJson(found),
    address: found.order.order.address,
    lines: toLines(found.order),
  };
  process.stdout.write(`${toVisibleJson(shown, 2)}\n`);
}
