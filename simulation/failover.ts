/**
 * `npm run simulate -- failover`: PostgreSQL's primary is lost while shoppers order from two servers. It is killed, and in
 * another run it falls silent, like a machine without power: no connection breaks. A synchronous standby takes over.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, stopEverything, untilReady } from '../scripts/children.ts';
import { administer, freePort, type PostgresServer, startPostgres } from '../scripts/postgres.ts';
import { openStorage } from '../server/platform/storage/open.ts';
import { type Environment, recordLogin, type Server } from './actors/environment.ts';
import { shop } from './actors/shopper.ts';
import { checkAvailability, hasEverybodyOrdered } from './availability.ts';
import { History } from './history.ts';
import {
  addProducts,
  addShoppers,
  createProducts,
  type PreparedShopper,
  saleTerms,
} from './prepared-shop.ts';
import { createRandom } from './random.ts';
import { print } from './report.ts';
import { judge, recordDefects, send, spawnServer } from './servers.ts';

const SHOPPERS = 30;
const PAUSE_MAX_MS = 200;
/** After this time a watchdog considers the primary dead. */
const NOTICED_MS = 1_000;
/** Longer than the servers work on a request. */
const SETTLED_MS = 11_000;
const OBSERVED_MS = 6_000;
/** After an error, everybody waits for as long as Retry-After says. */
const AFTER_ERROR_MS = 1_000;

/** @returns whether no invariant was violated, and everybody could order again soon */
export async function loseThePrimary(): Promise<boolean> {
  const killed = await loseItBy('SIGKILL');
  const silent = await loseItBy('SIGSTOP');
  return killed && silent;
}

async function loseItBy(signal: 'SIGKILL' | 'SIGSTOP'): Promise<boolean> {
  print(`\nThe primary gets ${signal}`);
  // What a killed server leaves behind must not fill the shared memory of the machine.
  const settings = ['dynamic_shared_memory_type=mmap'];
  const primary = await startPostgres(settings);
  const standby = await startPostgres(settings, primary);
  await query(primary, "alter system set synchronous_standby_names = 'ANY 1 (standby)'");
  await query(primary, 'select pg_reload_conf()');
  const hosts = [primary, standby].map(({ url }) => new URL(url).host);
  const url = `postgres://postgres@${hosts}/postgres`;
  const { db, close } = await openStorage({ url, statementTimeoutMs: 0 });
  try {
    const history = new History();
    const products = createProducts(12, 1_000_000);
    history.add({ kind: 'start', engine: 'postgres', products, terms: saleTerms[0] });
    await addProducts(db, products);
    const shoppers = await addShoppers(db, SHOPPERS, Date.now());
    const [children, ports] = await startServers({ DATABASE_URL: url });
    const environment = environmentOf(ports, history, products, shoppers);
    const shopping = Promise.all(shoppers.map(({ username }) => shop(environment, username)));
    while (!hasEverybodyOrdered(history.events, SHOPPERS)) await sleep(100);
    history.add({ kind: 'fault', fault: signal });
    signalAll(primary, signal);
    await sleep(NOTICED_MS);
    await promote(standby);
    await sleep(SETTLED_MS);
    // Whatever the old primary did not answer has ended: it happened, or it never will.
    history.add({ kind: 'crash' });
    await sleep(OBSERVED_MS);
    environment.operationsLeft = 0;
    await shopping;
    const codes = await Promise.all(children.map((child) => child.end('SIGTERM')));
    history.add({ kind: 'crash' });
    for (const child of children) recordDefects(history, child);
    const failed = codes.filter((code) => code !== 0).map((code) => `exit code ${code}`);
    return await judge(`failover-${signal}`, history, db, [
      ...checkAvailability(history.events),
      { name: 'servers that are told to stop end with exit code 0', found: failed },
    ]);
  } finally {
    await stopEverything();
    await close();
    signalAll(primary, 'SIGKILL');
    await primary.stop();
    await standby.stop();
  }
}

async function startServers(settings: Record<string, string>): Promise<[Child[], number[]]> {
  const ports = [await freePort(), await freePort()];
  const children = ports.map((port) => spawnServer(port, settings));
  for (const [index, child] of children.entries()) {
    await untilReady(child, `http://127.0.0.1:${ports[index]}/readyz`);
  }
  return [children, ports];
}

/** The shoppers send each request to another server, until `operationsLeft` is set to 0. */
function environmentOf(
  ports: readonly number[],
  history: History,
  products: Environment['products'],
  shoppers: readonly PreparedShopper[],
): Environment {
  const tokens = new Map(shoppers.map(({ username, tokens }) => [username, [...tokens]]));
  const pauses = createRandom('pauses');
  let failedAt = Number.NEGATIVE_INFINITY;
  let sent = 0;
  const server: Server = {
    isDead: false,
    death: new Promise(() => {}),
    reach() {},
    async send(session, operation) {
      const port = ports[sent++ % ports.length] ?? 0;
      const response = await send(port, session, operation);
      if (response === undefined || response.status >= 500) failedAt = performance.now();
      return response;
    },
  };
  return {
    history,
    products,
    orders: [],
    lost: new Set(),
    operationsLeft: Number.POSITIVE_INFINITY,
    randomOf: createRandom,
    wait() {
      const isFailing = performance.now() < failedAt + AFTER_ERROR_MS;
      return sleep(isFailing ? AFTER_ERROR_MS : pauses.between(0, PAUSE_MAX_MS));
    },
    logIn: async (username) => recordLogin(history, username, tokens.get(username)?.shift()),
    server: async () => server,
    operators: () => Promise.reject(new Error('Nobody operates here')),
  };
}

/** An operator ends synchronous replication first, so that commits wait for no other standby. */
async function promote(standby: PostgresServer): Promise<void> {
  await query(standby, "alter system set synchronous_standby_names = ''");
  await query(standby, 'select pg_reload_conf()');
  await query(standby, 'select pg_promote()');
}

function query({ url }: PostgresServer, statement: string): Promise<void> {
  return administer(url, statement);
}

/** Sends a signal to a server and all of its processes. SIGSTOP leaves their connections open. */
function signalAll({ pid }: PostgresServer, signal: NodeJS.Signals): void {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    for (const each of [pid, ...children.filter(Boolean)]) process.kill(Number(each), signal);
  } catch {
    // It is gone already.
  }
}
