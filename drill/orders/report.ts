/** What a drill of orders prints. */
import type { Check } from '../checks.ts';
import { print, printCheck } from '../report.ts';
import { formatTable } from '../table.ts';
import { findDoubled, findLost } from './check/orders.ts';
import { callsOf, orderIn, type Trace } from './check/trace.ts';
import { centsOff } from './check/wallets.ts';

export function printOrders(trace: Trace, checks: readonly Check[]): void {
  const answered = callsOf(trace, 'checkout').filter((call) => orderIn(call) !== undefined);
  const told = new Set(answered.map((call) => orderIn(call)?.orderId));
  const untold = trace.books.orders.filter(({ id }) => !told.has(id));
  const figures: [string, number][] = [
    ['kills survived', trace.kills],
    ['kills of the database', trace.databaseKills],
    ['accounts', trace.books.users.length],
    ['operations', trace.calls.length],
    ['without an answer', trace.lost + trace.failures.length],
    ['changes by the operator', trace.changes.length],
    ['orders', trace.books.orders.length],
    ['orders that nobody was told of', untold.length],
    ['orders answered again', answered.filter(({ answer }) => answer?.replayed).length],
    ['orders lost', findLost(trace).length],
    ['orders doubled', findDoubled(trace).length],
    ['cents off', centsOff(trace)],
  ];
  print(formatTable(figures.map(([name, value]) => [name, value.toLocaleString('en-GB')])));
  print('\n');
  for (const check of checks) printCheck(check);
}
