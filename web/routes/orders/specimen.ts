import { toCents, toDollars } from '../../../contract/money.ts';
import type { Invoice, Order } from '../../../contract/orders.ts';
import type { PageShop } from '../../../contract/pages.ts';

/**
 * A shop without an identity issues no invoices, and shows a specimen.
 * @returns the number of the order, by which its specimen is found; undefined if it has none
 */
export function specimenNumber(order: Order, own: PageShop | undefined): string | undefined {
  return own === undefined && order.invoice === undefined ? order.number : undefined;
}

/** What an invoice of the order would say. */
export function specimenOf({ placedAt, address, lines, total }: Order): Invoice {
  const day = placedAt.slice(0, 'YYYY-MM-DD'.length);
  return {
    number: '',
    issuedOn: day,
    suppliedOn: day,
    seller: 'Specimen\nThe seller’s name and address',
    buyer: address,
    lines: lines.map(({ name, qty, cost }) => ({
      ...{ name, qty, cost },
      amount: toDollars(toCents(cost) * qty),
    })),
    taxes: [],
    total,
  };
}
