/** Violations of the invariants of invoices. */
import type { FinalState } from '../final-state.ts';
import type { Edit, Violations } from './valid-history.testing.ts';

const gaps = 'invoices and credit notes are numbered without a gap';
const one = 'every invoice is the only one of its order, and every credit note of what went back';
const missing = 'every order has an invoice, and all that went back a credit note';
const sums = 'invoices less credit notes are the sales of the ledger';
const stays = 'an invoice that was shown stays as it is';

type Invoices = FinalState['invoices'];

/** Issues the invoices and credit notes of all orders. */
export function issue(final: FinalState): void {
  const amounts = final.orders.flatMap(({ id: orderId, totalCents, changes }) => [
    { orderId, changeNumber: 0, amountCents: totalCents },
    ...changes
      .map(({ amountCents }, index) => ({ orderId, changeNumber: index + 1, amountCents }))
      .filter(({ amountCents }) => amountCents > 0),
  ]);
  for (const { orderId, changeNumber, amountCents } of amounts) {
    final.ledger.salesCents += changeNumber === 0 ? amountCents : -amountCents;
    final.invoices.push(numbered(final.invoices.length + 1, orderId, changeNumber, amountCents));
  }
}

function numbered(sequence: number, orderId: string, changeNumber: number, amountCents: number) {
  const number = `2026-${String(sequence).padStart(6, '0')}`;
  return { number, year: 2026, sequence, orderId, changeNumber, amountCents };
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
    [gaps],
    issued((all) => Object.assign(all[0] ?? {}, { number: '2026-000009' })),
  ],
  'an order has two invoices': [
    [one, sums],
    issued((all) => all.push(numbered(all.length + 1, 'order', 0, 2_250))),
  ],
  'a credit note is of nothing': [
    [one, sums],
    issued((all) => all.push(numbered(all.length + 1, 'order', 1, 2_250))),
  ],
  'an invoice is of another amount': [
    [one, sums],
    issued((all) => Object.assign(all[0] ?? {}, { amountCents: 2_251 })),
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
};
