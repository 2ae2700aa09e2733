/** The checker: what a history says of the shop, worked out from the history alone. */
import type { Check } from '../../checks.ts';
import type { HistoryEvent } from '../history.ts';
import { findBrokenAccounts, findBrokenSessions } from './accounts.ts';
import { findDefects } from './answers.ts';
import { findStaleLists, findWrongPrices, findWrongStock } from './goods.ts';
import {
  findDoubled,
  findLost,
  findUnasked,
  findUnequalReplays,
  findWrongTotals,
} from './orders.ts';
import { findUnserialisable } from './shoppers.ts';
import { type Trace, traceOf } from './trace.ts';
import { findWrongWallets } from './wallets.ts';

/** By the name that a drill prints; each finds what contradicts it. */
export const rules = {
  'every acknowledged order is there, once, as it was told': findLost,
  'no key has two orders': findDoubled,
  'a repeated key gets the very same answer': findUnequalReplays,
  'nobody has an order that they did not ask for': findUnasked,
  'every total is the sum of its lines, and what was shown': findWrongTotals,
  'wallets are $5000 less the orders, and never negative': findWrongWallets,
  'prices were valid while the order was placed': findWrongPrices,
  'lists of products were true while they were asked for': findStaleLists,
  'stock is what was there, less what was sold, and never negative': findWrongStock,
  'who registered is there, once, and gets in': findBrokenAccounts,
  'a token is good from login to logout': findBrokenSessions,
  'every answer fits one order of the shopper’s requests': findUnserialisable,
  'no answer is a defect': findDefects,
} satisfies Record<string, (trace: Trace) => string[]>;

export type RuleName = keyof typeof rules;

/** All rules, and the invariants of the books that didn't hold in the end. */
export function checkHistory(events: readonly HistoryEvent[]): Check[] {
  const trace = traceOf(events);
  const { violations } = trace.books;
  return [
    ...Object.entries(rules).map(([name, find]) => ({ name, found: find(trace) })),
    ...(violations.length > 0 ? violations : [{ name: 'all invariants of the books', found: [] }]),
  ];
}
