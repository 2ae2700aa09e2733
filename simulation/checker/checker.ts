/** The checker: reads a history and names every invariant that the shop violated. */
import type { HistoryEvent, Operation } from '../history.ts';
import type { Check } from '../report.ts';
import { findBrokenAccounts, findBrokenSessions, findWrongWallets } from './accounts.ts';
import { type PairedHistory, pairCalls } from './calls.ts';
import * as changes from './changes.ts';
import * as deliveries from './deliveries.ts';
import * as documents from './documents.ts';
import * as invoices from './invoices.ts';
import * as orders from './orders.ts';
import * as products from './products.ts';
import { findNonLinearizable } from './shoppers.ts';

/** The invariants. Each function returns a sentence for each violation. */
export const invariants = {
  'every acknowledged order exists, once, as acknowledged': orders.findLost,
  'no idempotency key has two orders': orders.findDuplicates,
  'a repeated key gets the same response': orders.findUnequalReplays,
  'every order was requested': orders.findUnrequested,
  'every total is the sum of its lines, and as expected': orders.findWrongTotals,
  'every order is shown as it was placed': orders.findWronglyShown,
  'every acknowledged change of an order is in its history': changes.findLostChanges,
  'every change of an order was requested, and happened once': changes.findRepeatedChanges,
  'a file of parcels ships all of its orders, or none': changes.findTornFiles,
  'no order is both cancelled and shipped': changes.findCancelledAndShipped,
  'what went back of an order is in its history, and no more than was paid':
    changes.findWrongRefunds,
  'invoices and credit notes are numbered without a gap': invoices.findGaps,
  'every invoice is the only one of its order, and every credit note of what went back':
    invoices.findWrongInvoices,
  'every order has an invoice, and all that went back a credit note': invoices.findMissingInvoices,
  'invoices less credit notes are the sales of the ledger': invoices.findWrongSum,
  'an invoice that was shown stays as it is': invoices.findChangedInvoices,
  'a document is shown as it was issued': documents.findWronglyShown,
  'a document has the taxes of what was sold, or of what went back so far':
    documents.findWrongTaxes,
  'documents are dated in their order, in the year of their number': documents.findWrongDays,
  'a document is of a shop with an identity, and of the address of the order':
    documents.findWrongParties,
  'the receiver of webhooks got every event of every order, in order': deliveries.findUndelivered,
  'the receiver of webhooks is told of an erasure after all else of the account':
    deliveries.findUntoldErasures,
  'the receiver of webhooks gets what it lost again': deliveries.findUnrepeated,
  'no event tells what never happened': deliveries.findInvented,
  'every wallet is $5000 less its orders, plus what went back, and not negative': findWrongWallets,
  'prices and taxes were valid during the checkout': products.findWrongPrices,
  'lists of products were true during the request': products.findStaleLists,
  'stock is what was there less what was sold, and not negative': products.findWrongStock,
  'a file changes a stock as it says, and once': products.findWrongFiles,
  'a registered account exists, once, and can log in': findBrokenAccounts,
  'a token is valid from login to logout': findBrokenSessions,
  'the requests of each shopper are linearizable': findNonLinearizable,
  'no response and no log line is a defect': findDefects,
} satisfies Record<string, (history: PairedHistory) => string[]>;

export type InvariantName = keyof typeof invariants;

/** @returns the checks of all invariants, and those of the final state */
export function checkHistory(history: PairedHistory): Check[] {
  const own = Object.entries(invariants).map(([name, find]) => ({ name, found: find(history) }));
  return [...own, ...history.final.checks];
}

/** @returns the checks that found a violation */
export function findViolated(events: readonly HistoryEvent[]): Check[] {
  return checkHistory(pairCalls(events)).filter(({ found }) => found.length > 0);
}

/** The statuses that an operation may have besides 200. The invariant of sessions checks 401. */
const otherStatuses: Partial<Record<Operation['type'], readonly number[]>> = {
  put: [404],
  'delete address': [404],
  'read order': [404],
  'read invoice': [404],
  'cancel order': [404, 409],
  'change order': [400, 409, 422],
  'ship file': [400],
  'change wallet': [400],
  'erase account': [400, 409],
  checkout: [400, 404, 409, 422],
};
/** The statuses that replace 200. */
const statuses: typeof otherStatuses = { register: [201, 400], login: [201, 400], logout: [204] };

/** Finds 5xx responses other than 503, which a shop sends while its database is unavailable or busy. */
function findDefects({ calls, errors, defects }: PairedHistory): string[] {
  const failures = errors.filter(({ status }) => status !== 503);
  return [
    ...defects,
    ...failures.map(
      ({ call: { id, operation }, status, body }) =>
        `call ${id} (${operation.type}): ${status} ${body}`,
    ),
    ...calls.flatMap(({ id, operation: { type }, response }) => {
      const possible = statuses[type] ?? [200, ...(otherStatuses[type] ?? [])];
      if (!response || response.status === 401 || possible.includes(response.status)) return [];
      return [`call ${id} (${type}): ${response.status} ${response.body}`];
    }),
  ];
}
