import { toCents, toDollars } from '../../../contract/money.ts';
import type { Invoice, Order } from '../../../contract/orders.ts';
import type { PageShop } from '../../../contract/pages.ts';

/** A shop without an identity issues no invoice, and shows what one would look like. */
export function hasSpecimen(order: Order, own: PageShop | undefined): boolean {
  return own === undefined && order.number !== undefined && order.invoice === undefined;
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
