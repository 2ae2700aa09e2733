/** Violations of the invariants of invoices. */
import type { FinalState } from '../final-state.ts';
import type { Edit, Violations } from './valid-history.testing.ts';

const gaps = 'invoices and credit notes are numbered without a gap';
const one = 'every invoice is the only one of its order, and every credit note of what went back';
const missing = 'every order has an invoice, and all that went back a credit note';
const sums = 'invoices less credit notes are the sales of the ledger';
const taxes = 'a document has the taxes of what was sold, or of what went back so far';
const days = 'documents are dated in their order, in the year of their number';
const parties = 'a document is of a shop with an identity, and of the address of the order';
const shown = 'a document is shown as it was issued';
const sold = 'prices and taxes were valid during the checkout';
const stays = 'an invoice that was shown stays as it is';

type Invoices = FinalState['invoices'];

/** Issues the invoices and credit notes of all orders. */
export function issue(final: FinalState): void {
  for (const { id: orderId, totalCents, changes, address } of final.orders) {
    const all = [totalCents, ...changes.map(({ amountCents }) => amountCents)];
    let before = 0;
    for (const [changeNumber, amountCents] of all.entries()) {
      if (amountCents === 0) continue;
      final.ledger.salesCents += changeNumber === 0 ? amountCents : -amountCents;
      const taxCents = taxOf(before + amountCents) - taxOf(before);
      const sequence = final.invoices.length + 1;
      // An erased account has none.
      const buyer = address || '3 Long Road';
      final.invoices.push({
        ...numbered(sequence, { orderId, changeNumber, amountCents, buyer }),
        taxes: [{ rate: 20_000, grossCents: amountCents, taxCents }],
      });
      if (changeNumber > 0) before += amountCents;
    }
  }
}

/** One sixth, rounded half up. */
function taxOf(cents: number): number {
  return Math.floor(cents / 6 + 1 / 2);
}

type Facts = Pick<Invoices[number], 'orderId' | 'changeNumber' | 'amountCents' | 'buyer'>;

function numbered(sequence: number, facts: Facts): Invoices[number] {
  const number = `2026-${String(sequence).padStart(6, '0')}`;
  const [issuedOn, suppliedOn] = ['2026-06-01', '2026-06-01'];
  return { ...facts, number, year: 2026, sequence, issuedOn, suppliedOn, taxes: [] };
}

/** Adds another document of the first order. */
function add(all: Invoices, changes: Partial<Invoices[number]>): void {
  const [first] = all;
  if (first) all.push({ ...numbered(all.length + 1, first), taxes: first.taxes, ...changes });
}

/** Edits the invoices after they were issued: those of Alice's order, and of Bob's with three credit notes. */
const issued =
  (edit: (invoices: Invoices, history: Parameters<Edit>[0]) => unknown): Edit =>
  (history) => {
    issue(history.final);
    edit(history.final.invoices, history);
  };

export const invoiceViolations: Violations = {
  'an invoice skips a number': [
    [gaps],
    issued((all) => Object.assign(all.at(-1) ?? {}, { number: '2026-000007', sequence: 7 })),
  ],
  'an invoice is not called as its place in the year': [
    [gaps, shown],
    issued((all) => Object.assign(all[0] ?? {}, { number: '2026-000009' })),
  ],
  'an order has two invoices': [[one, sums], issued((all) => add(all, {}))],
  'a credit note is of nothing': [[one, sums], issued((all) => add(all, { changeNumber: 1 }))],
  'an invoice is of another amount': [
    [one, sums, taxes],
    issued((all) => Object.assign(all.at(-1) ?? {}, { amountCents: 1_101 })),
  ],
  'a credit note is missing': [[missing, sums], issued((all) => all.pop())],
  'the ledger has another sum': [
    [sums],
    issued((_all, { final }) => {
      final.ledger.salesCents++;
    }),
  ],
  'an order was shown with the invoice of another one': [
    [stays],
    ({ responseTo }) => {
      const response = responseTo('read order', 'bob');
      response.body = response.body.replace('{', '{"invoice":"2026-000001",');
    },
  ],
  'the tax of a credit note does not close': [
    [taxes],
    issued((all) => {
      const [tax] = all.findLast(({ changeNumber }) => changeNumber > 0)?.taxes ?? [];
      if (tax) tax.taxCents++;
    }),
  ],
  'an invoice has the rate of another day': [
    [taxes],
    issued((all) => Object.assign(all.at(-1)?.taxes[0] ?? {}, { rate: 19_000 })),
  ],
  'a line has the rate of another day': [
    [sold, taxes],
    issued((_all, { dave }) => Object.assign(dave.order.lines[0] ?? {}, { taxRate: 19_000 })),
  ],
  'an invoice is dated in another year than its number': [
    [days],
    issued((all) => Object.assign(all.at(-1) ?? {}, { issuedOn: '2027-01-01' })),
  ],
  'an invoice is dated before the one before': [
    [days],
    issued((all) =>
      Object.assign(all.at(-1) ?? {}, { issuedOn: '2026-05-31', suppliedOn: '2026-05-31' }),
    ),
  ],
  'a credit note has a number before that of its invoice': [
    [days],
    issued((all) => {
      const at = all.findIndex(({ changeNumber }) => changeNumber > 0);
      const [invoice, credit] = all.splice(at - 1, 2);
      const { number = '', sequence = 0 } = invoice ?? {};
      const later = { number: credit?.number ?? '', sequence: credit?.sequence ?? 0 };
      if (invoice && credit) {
        all.splice(at - 1, 0, { ...credit, number, sequence }, { ...invoice, ...later });
      }
    }),
  ],
  'an invoice is for another address': [
    [parties],
    issued((all) => Object.assign(all.at(-1) ?? {}, { buyer: 'Elsewhere' })),
  ],
  'a shop without an identity issues an invoice': [
    [one, parties, sold],
    issued((_all, { dave }) => Object.assign(dave.order, { terms: undefined })),
  ],
  'an invoice is shown with another tax': [
    [shown],
    ({ responseTo }) => {
      const response = responseTo('read invoice');
      response.body = response.body.replace('3.75', '3.74');
    },
  ],
};
