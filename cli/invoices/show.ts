import { findInvoice } from '../../server/operations/invoices/find.ts';
import { toVisibleJson } from '../../server/platform/quote.ts';
import { readSnapshot } from '../../server/platform/storage/read-only.ts';
import { readShop } from '../shop.ts';
import { invoiceToJson } from './list.ts';

/** Prints JSON: the printed form is that of `export`. */
export async function run(number: string): Promise<void> {
  const found = await readShop((db) => readSnapshot(db, (tx) => findInvoice(tx, number)));
  const { buyer, suppliedOn, lines } = found.document;
  const shown = {
    ...invoiceToJson(found),
    ...(buyer !== undefined && { address: buyer }),
    supplied: suppliedOn,
    lines,
  };
  process.stdout.write(`${toVisibleJson(shown, 2)}\n`);
}
