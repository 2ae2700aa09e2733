/** What runs with real processes share: a database, built servers, requests by HTTP, and the verdict. */
import { mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Child, startChild, stopEverything, temporaryFolder } from '../scripts/children.ts';
import { administer, databaseUrl, providePostgres } from '../scripts/postgres.ts';
import type { Engine } from '../server/platform/storage/engine.ts';
import { openStorage } from '../server/platform/storage/open.ts';
import type { Db } from '../server/platform/storage/schema.ts';
import type { Session } from './actors/environment.ts';
import { requestOf } from './actors/requests.ts';
import { pairCalls } from './checker/calls.ts';
import { checkHistory } from './checker/checker.ts';
import { findUnacknowledged } from './checker/orders.ts';
import { readFinalState } from './final-state.ts';
import { type History, type Response, type ShopperOperation, writeHistory } from './history.ts';
import { type Check, print, printChecks } from './report.ts';

/** Longer than the shop itself waits for its database. */
const TIMEOUT_MS = 10_000;
const entry = resolve(import.meta.dirname, '../build/shop/main.js');
const defaults = {
  HOST: '127.0.0.1',
  AUTH_RATE_LIMIT: '0',
  ORDER_RATE_LIMIT: '0',
  DEMO_CATALOGUE: 'off',
  LOG_LEVEL: 'error',
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stopEverything().finally(() => process.exit(130)));
}

/** An empty database. On PostgreSQL, this process's connections are named `simulation`, those of the issuer `issuer`. */
export async function openDatabase(engine: Engine) {
  if (engine === 'sqlite') {
    const dataDir = mkdtempSync(join(temporaryFolder(), 'data-'));
    const storage = await openStorage({ dataDir, exclusive: false });
    const settings = { DATA_DIR: dataDir };
    return { storage, settings, issuerSettings: settings, stop: async () => {} };
  }
  const server = await providePostgres();
  const name = `qkart_simulation_${process.pid}`;
  await administer(server.url, `create database ${name}`);
  const url = databaseUrl(server.url, name);
  const storage = await openStorage({ url: `${url}?application_name=simulation` });
  const stop = async () => {
    await administer(server.url, `drop database ${name} with (force)`);
    await server.stop();
  };
  const issuerSettings = { DATABASE_URL: `${url}?application_name=issuer` };
  return { storage, settings: { DATABASE_URL: url }, issuerSettings, stop };
}

/**
 * @param settings in addition to PATH and the address
 * @param file the program, by default the built shop
 */
export function spawnServer(port: number, settings: Record<string, string>, file = entry): Child {
  const env = { PATH: process.env.PATH, PORT: String(port), ...defaults, ...settings };
  return startChild(process.execPath, [file], { env });
}

/** Records the lines of the log that report an unexpected error, and output that is no line of the log. */
export function recordDefects(history: History, server: Child): void {
  const isDefect = (line: string) => !line.startsWith('{') || line.includes('"request failed"');
  for (const line of server.output().split('\n')) {
    if (line !== '' && isDefect(line)) history.add({ kind: 'defect', line });
  }
}

/**
 * @param sender a session, or the credentials of one that shall begin
 * @returns undefined if there is no response in time
 */
export async function send(
  port: number,
  sender: Session | { username: string; password: string },
  operation: ShopperOperation,
  timeoutMs = TIMEOUT_MS,
): Promise<Response | undefined> {
  const { method, path, headers, body } = requestOf(operation, sender);
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...('token' in sender && { authorization: `Bearer ${sender.token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const replayed = response.headers.get('idempotency-replayed') === 'true';
    return { status: response.status, body: await response.text(), replayed };
  } catch {
    return undefined;
  }
}

/**
 * Ends the history with the database that is left, and prints figures and checks.
 * @param name of the run
 * @param more checks of this run
 * @returns whether all checks passed
 */
export async function judge(
  name: string,
  history: History,
  db: Db,
  more: readonly Check[] = [],
): Promise<boolean> {
  history.add({ kind: 'final', ...(await readFinalState(db)) });
  const paired = pairCalls(history.events);
  const { crashes, final, calls, errors, withoutResponse, deliveries } = paired;
  const figures = {
    crashes,
    accounts: final.users.length,
    requests: calls.length,
    'without a response, or with a 5xx': withoutResponse + errors.length,
    orders: final.orders.length,
    'orders whose response never arrived': findUnacknowledged(paired).length,
    'changes of orders': final.orders.flatMap(({ changes }) => changes).length,
    'invoices and credit notes': final.invoices.length,
    'changes of the catalogue': paired.changes.length,
    'webhooks received': deliveries.length,
  };
  for (const [what, figure] of Object.entries(figures)) print(`${what.padEnd(36)} ${figure}`);
  const holds = printChecks([...checkHistory(paired), ...more]);
  if (!holds) print(`The history is in ${writeHistory(name, history.events)}`);
  return holds;
}
