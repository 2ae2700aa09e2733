/** `npm run drill -- orders`. */
import { randomInt } from 'node:crypto';
import { resolveFromCaller } from '../../cli/caller-path.ts';
import { acknowledgedOrders, pairCalls } from '../checker/calls.ts';
import { findLostChanges, findRepeatedChanges, requestsOf } from '../checker/changes.ts';
import { checkHistory } from '../checker/checker.ts';
import { findDuplicates, findLost, findUnacknowledged } from '../checker/orders.ts';
import { createDeployment } from '../deployment.ts';
import { type HistoryEvent, readHistory, writeFailedHistory, writeHistory } from '../history.ts';
import { journalCheck } from '../journal.ts';
import { print, printChecks } from '../report.ts';
import type { Scenario } from '../scenario.ts';
import { runDrill } from './drill.ts';

const text = { type: 'string' } as const;

export const orders: Scenario = {
  summary: 'kills the server while shoppers order, and checks every response',
  help: `Shoppers with bad connections order and cancel, operators change prices and stock, and ship, cancel and refund
orders, and a nemesis kills the server; on PostgreSQL, the database as well. A checker verifies the history of
all requests. Where hledger is installed, it checks the shop's journal in the end.

  --kills N         how often the server is killed; 20
  --shoppers N      how many at the same time; 8
  --seed N          repeats the decisions of another run
  --engine NAME     sqlite or postgres; sqlite
  --history FILE    writes the history
  --check FILE      checks a written history, without a shop`,
  options: { kills: text, shoppers: text, seed: text, engine: text, history: text, check: text },
  async run({ engine = 'sqlite', history, check, ...numbers }) {
    if (check !== undefined) return verify(readHistory(resolveFromCaller(String(check))));
    if (engine !== 'sqlite' && engine !== 'postgres') {
      throw new RangeError(`--engine takes sqlite or postgres, not "${engine}".`);
    }
    const kills = wholeNumber('kills', numbers.kills ?? 20);
    const shoppers = wholeNumber('shoppers', numbers.shoppers ?? 8);
    const seed = wholeNumber('seed', numbers.seed ?? randomInt(2 ** 31));
    print(`--engine ${engine} --kills ${kills} --shoppers ${shoppers} --seed ${seed}`);
    const plan = { seed, shoppers, kills, responsesMax: 400, lastResponses: 400 };
    const events = await runDrill(await createDeployment(engine), plan, (done) => {
      if (done % 20 === 0) print(`${done} of ${kills} kills`);
    });
    const holds = verify(events);
    if (history !== undefined) writeHistory(resolveFromCaller(String(history)), events);
    if (!holds) writeFailedHistory(`orders-${seed}`, events);
    return holds;
  },
};

function wholeNumber(name: string, value: unknown): number {
  if (/^[0-9]{1,10}$/.test(String(value))) return Number(value);
  throw new RangeError(`--${name} takes a whole number, not "${value}".`);
}

/** @returns whether all invariants hold */
function verify(events: readonly HistoryEvent[]): boolean {
  const history = pairCalls(events);
  const { faults, final, calls, errors, changes, withoutResponse, deliveries } = history;
  const replays = acknowledgedOrders(history).filter(({ call }) => call.response?.replayed);
  const made = final.orders.flatMap(({ changes }) =>
    changes.map(({ kind, by }) => `${kind} by ${by}`),
  );
  const figures = {
    'kills of the server': faults.filter((fault) => fault === 'server killed').length,
    'kills of the database': faults.filter((fault) => fault === 'database killed').length,
    'kills of the order desk': faults.filter((fault) => fault === 'desk killed').length,
    accounts: final.users.length,
    requests: calls.length,
    'without a response, or with a 5xx': withoutResponse + errors.length,
    'changes of the catalogue': changes.length,
    orders: final.orders.length,
    'orders whose response never arrived': findUnacknowledged(history).length,
    'responses repeated for a known key': replays.length,
    'cancelled by shoppers': made.filter((one) => one === 'cancelled by shopper').length,
    'cancelled by the operator': made.filter((one) => one === 'cancelled by operator').length,
    shipped: made.filter((one) => one === 'shipped by operator').length,
    refunds: made.filter((one) => one === 'refunded by operator').length,
    'changes of orders without a response': requestsOf(history).filter(({ response }) => !response)
      .length,
    'webhooks received': deliveries.length,
    'orders lost': findLost(history).length,
    'orders placed twice': findDuplicates(history).length,
    'changes of orders lost': findLostChanges(history).length,
    'changes of orders made twice': findRepeatedChanges(history).length,
    'journal checked by hledger': final.checks.some(({ name }) => name === journalCheck)
      ? 'yes'
      : 'no, not installed',
  };
  for (const [name, figure] of Object.entries(figures)) print(`${name.padEnd(36)} ${figure}`);
  return printChecks(checkHistory(history));
}
