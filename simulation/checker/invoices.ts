/** Invariants of invoices and credit notes: no number is left out, and every amount has one document. */
import type { Order } from '../../contract/orders.ts';
import { callsOf, type PairedHistory } from './calls.ts';

type Final = PairedHistory['final'];
type StoredInvoice = Final['invoices'][number];

export function findGaps({ final }: PairedHistory): string[] {
  return [...Map.groupBy(final.invoices, ({ year }) => year)].flatMap(([year, invoices]) =>
    invoices.flatMap(({ number, sequence }, index) => {
      const expected = `${year}-${String(index + 1).padStart(6, '0')}`;
      return sequence === index + 1 && number === expected
        ? []
        : [`invoice ${number} is in the place of ${expected}`];
    }),
  );
}

/** Finds documents that are of nothing, of another amount, or not the only one. */
export function findWrongInvoices({ final }: PairedHistory): string[] {
  const amounts = amountsOf(final);
  return [...Map.groupBy(final.invoices, documentOf)].flatMap(([document, invoices]) => {
    const numbers = invoices.map(({ number }) => number).join(' and ');
    if (invoices.length > 1) return [`${document} has the invoices ${numbers}`];
    const cents = invoices[0]?.amountCents;
    const actual = amounts.get(document) ?? 'nothing';
    return cents === actual ? [] : [`invoice ${numbers} has ${cents}, and ${document} ${actual}`];
  });
}

/** Finds amounts without a document. Those of the last seconds have none yet while the shop runs. */
export function findMissingInvoices({ final }: PairedHistory): string[] {
  const documents = new Set(final.invoices.map(documentOf));
  const missing = [...amountsOf(final).keys()].filter((document) => !documents.has(document));
  return missing.map((document) => `${document} has no invoice`);
}

export function findWrongSum({ final: { invoices, ledger } }: PairedHistory): string[] {
  const cents = invoices.reduce(
    (sum, { changeNumber, amountCents }) => sum + (changeNumber === 0 ? amountCents : -amountCents),
    0,
  );
  return cents === ledger.salesCents ? [] : [`invoices ${cents}, ledger ${ledger.salesCents}`];
}

/** Finds invoices that a response has shown, and that are gone or of another order. */
export function findChangedInvoices(history: PairedHistory): string[] {
  const orders = new Map(history.final.invoices.map(({ number, orderId }) => [number, orderId]));
  const single = [...callsOf(history, 'read order'), ...callsOf(history, 'read invoice')];
  const calls = [...single, ...callsOf(history, 'read orders')];
  return calls.flatMap(({ id, response }) => {
    if (response?.status !== 200) return [];
    const shown: Order[] = [JSON.parse(response.body)].flat();
    return shown.flatMap(({ id: orderId, invoice }) =>
      invoice === undefined || orders.get(invoice) === orderId
        ? []
        : [`call ${id} shows order ${orderId} with invoice ${invoice}`],
    );
  });
}

/** The cents of every order of a shop with an identity, and of every change of one with which money went back. */
function amountsOf({ orders }: Final): Map<string, number> {
  const invoiced = orders.filter(({ terms }) => terms !== undefined);
  const all = invoiced.flatMap(({ id: orderId, totalCents, changes }) => [
    { orderId, changeNumber: 0, amountCents: totalCents },
    ...changes.map(({ amountCents }, index) => ({ orderId, changeNumber: index + 1, amountCents })),
  ]);
  const paid = all.filter(({ amountCents }) => amountCents > 0);
  return new Map(paid.map((each) => [documentOf(each), each.amountCents]));
}

function documentOf({ orderId, changeNumber }: Pick<StoredInvoice, 'orderId' | 'changeNumber'>) {
  return `change ${changeNumber} of order ${orderId}`;
}
