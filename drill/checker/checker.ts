/** The checker: reads a history and names every invariant that the shop violated. */
import type { HistoryEvent, Operation } from '../history.ts';
import type { Check } from '../report.ts';
import { findBrokenAccounts, findBrokenSessions, findWrongWallets } from './accounts.ts';
import { type PairedHistory, pairCalls } from './calls.ts';
import {
  findDuplicates,
  findLost,
  findUnequalReplays,
  findUnrequested,
  findWrongTotals,
} from './orders.ts';
import { findStaleLists, findWrongPrices, findWrongStock } from './products.ts';
import { findNonLinearizable } from './shoppers.ts';

/** Each finds its violations, one sentence for each. */
export const invariants = {
  'every acknowledged order exists, once, as acknowledged': findLost,
  'no idempotency key has two orders': findDuplicates,
  'a repeated key gets the same response': findUnequalReplays,
  'every order was requested': findUnrequested,
  'every total is the sum of its lines, and as expected': findWrongTotals,
  'every wallet is $5000 less its orders, and not negative': findWrongWallets,
  'prices were valid during the checkout': findWrongPrices,
  'lists of products were true during the request': findStaleLists,
  'stock is what was there less what was sold, and not negative': findWrongStock,
  'a registered account exists, once, and can log in': findBrokenAccounts,
  'a token is valid from login to logout': findBrokenSessions,
  'the requests of each shopper are linearizable': findNonLinearizable,
  'no response and no log line is a defect': findDefects,
} satisfies Record<string, (history: PairedHistory) => string[]>;

export type InvariantName = keyof typeof invariants;

/** @returns all invariants, and those of the audit that the database violates in the end */
export function checkHistory(history: PairedHistory): Check[] {
  const { violations } = history.final;
  return [
    ...Object.entries(invariants).map(([name, find]) => ({ name, found: find(history) })),
    ...(violations.length > 0 ? violations : [{ name: 'all invariants of the audit', found: [] }]),
  ];
}

/** @returns the checks that found a violation */
export function findViolated(events: readonly HistoryEvent[]): Check[] {
  return checkHistory(pairCalls(events)).filter(({ found }) => found.length > 0);
}

/** The statuses that an operation may have, whatever happens at the same time. 401 is checked with sessions. */
const possibleStatuses: Record<Operation['type'], readonly number[]> = {
  register: [201, 400],
  login: [201, 400],
  logout: [204],
  'read products': [200],
  'read cart': [200],
  put: [200, 404],
  'read addresses': [200],
  'add address': [200],
  'delete address': [200, 404],
  'read balance': [200],
  'read order': [200, 404],
  checkout: [200, 400, 404, 409, 422],
};

/** Any 5xx but 503, which a shop sends while its database is away or busy. */
function findDefects({ calls, errors, defects }: PairedHistory): string[] {
  const odd = calls.filter(({ response, operation }) => {
    if (response === undefined || response.status === 401) return false;
    return !possibleStatuses[operation.type].includes(response.status);
  });
  return [
    ...defects,
    ...errors
      .filter(({ status }) => status !== 503)
      .map(({ call, status }) => `call ${call.id} (${call.operation.type}): ${status}`),
    ...odd.map(
      ({ id, operation, response }) =>
        `call ${id} (${operation.type}): ${response?.status} ${response?.body}`,
    ),
  ];
}
