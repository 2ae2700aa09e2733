/** The words of invoices and credit notes, which the page and the print share. */
import type { Invoice } from './orders.ts';

const invoice = {
  kind: 'Invoice',
  suppliedOn: 'Date of supply',
  total: 'Total',
  paid: 'Paid from the wallet.',
};
const creditNote: typeof invoice = {
  kind: 'Credit note',
  suppliedOn: 'Date of the refund',
  total: 'Back in the wallet',
  paid: 'Paid back to the wallet.',
};

export function documentWords(isCredit: boolean): typeof invoice {
  return isCredit ? creditNote : invoice;
}

/** The line of a refund that names no product. */
export const partialRefund = 'Refund of a part of the price';

/** The name of the tax whose rate each line shows; undefined if the document has no tax, or one rate alone. */
export function taxOfLines({ taxes }: Pick<Invoice, 'taxes'>): string | undefined {
  const [first, second] = taxes;
  return second && first?.name;
}
