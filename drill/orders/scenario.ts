/** `npm run drill -- orders`. */
import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveFromCaller } from '../../cli/caller-path.ts';
import { centsOff } from '../checker/accounts.ts';
import { acknowledgedOrders, type PairedHistory, pairCalls } from '../checker/calls.ts';
import { checkHistory } from '../checker/checker.ts';
import { findDuplicates, findLost, findUnacknowledged } from '../checker/orders.ts';
import { createDeployment } from '../deployment.ts';
import { type HistoryEvent, readHistory, writeHistory } from '../history.ts';
import { print, printChecks, printTable } from '../report.ts';
import { type Scenario, wholeNumber } from '../scenario.ts';
import { type Plan, runDrill } from './drill.ts';

const KILLS = 20;
const SHOPPERS = 8;
const RESPONSES_MAX = 400;
const PROGRESS_EVERY = 20;
const text = { type: 'string' } as const;

export const orders: Scenario = {
  summary: 'kills the server while shoppers order, and checks every response',
  help: `Shoppers with bad connections order, an operator changes prices and stock, and a nemesis kills the
server; on PostgreSQL, the database as well. A checker verifies the history of all requests.

  --kills N         how often the server is killed; ${KILLS}
  --shoppers N      how many at the same time; ${SHOPPERS}
  --seed N          repeats the decisions of another run
  --engine NAME     sqlite or postgres; sqlite
  --history FILE    writes the history
  --check FILE      checks a written history, without a shop`,
  options: { kills: text, shoppers: text, seed: text, engine: text, history: text, check: text },
  async run({ kills, shoppers, seed, engine = 'sqlite', history, check }) {
    if (check !== undefined) return verify(readHistory(resolveFromCaller(String(check))));
    if (engine !== 'sqlite' && engine !== 'postgres') {
      throw new RangeError(`--engine takes sqlite or postgres, not "${engine}".`);
    }
    const plan: Plan = {
      seed: wholeNumber('seed', seed, randomInt(2 ** 31)),
      shoppers: wholeNumber('shoppers', shoppers, SHOPPERS),
      kills: wholeNumber('kills', kills, KILLS),
      responsesMax: RESPONSES_MAX,
      lastResponses: RESPONSES_MAX,
    };
    const command = `npm run drill -- orders --engine ${engine} --kills ${plan.kills} --shoppers ${plan.shoppers} --seed ${plan.seed}`;
    print(command);
    const events = await runDrill(await createDeployment(engine), plan, (done) => {
      if (done % PROGRESS_EVERY === 0) print(`${done} of ${plan.kills} kills`);
    });
    const holds = verify(events);
    if (history === undefined && holds) return true;
    const fallback = join(tmpdir(), `qkart-history-${plan.seed}.jsonl`);
    const file = history === undefined ? fallback : resolveFromCaller(String(history));
    writeHistory(file, events);
    print(`The history: ${file}`);
    if (!holds) print(`Repeat: ${command}\nCheck again: npm run drill -- orders --check ${file}`);
    return holds;
  },
};

function verify(events: readonly HistoryEvent[]): boolean {
  const history = pairCalls(events);
  printTable(
    [figuresOf(history)].flatMap((figures) =>
      Object.entries(figures).map(([figure, value]) => ({ figure, value })),
    ),
  );
  return printChecks(checkHistory(history));
}

function figuresOf(history: PairedHistory): Record<string, number> {
  const { faults, final, calls, errors, changes } = history;
  return {
    'kills of the server': faults.filter((fault) => fault === 'server killed').length,
    'kills of the database': faults.filter((fault) => fault === 'database killed').length,
    accounts: final.users.length,
    requests: calls.length,
    'without a response, or with a 5xx': history.withoutResponse + errors.length,
    'changes by the operator': changes.length,
    orders: final.orders.length,
    'orders whose response never arrived': findUnacknowledged(history).length,
    'responses repeated for a known key': acknowledgedOrders(history).filter(
      ({ call }) => call.response?.replayed,
    ).length,
    'orders lost': findLost(history).length,
    'orders placed twice': findDuplicates(history).length,
    'cents lost or gained': centsOff(history),
  };
}
