/**
 * `npm run simulate -- kill`: kills the built server with SIGKILL while the simulation's actors use it by HTTP, and starts
 * it again. Operators and the merchant work in this process, beside the server, as they do with `qkart`. Two other
 * processes issue invoices, and are killed while they do.
 */
import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopEverything } from '../scripts/children.ts';
import { retryEvents } from '../server/operations/events/events.ts';
import { noMeter } from '../server/platform/metrics/meter.ts';
import type { Db } from '../server/platform/storage/schema.ts';
import type { Storage } from '../server/platform/storage/storage.ts';
import { WebhookOutbox } from '../server/platform/webhooks/outbox.ts';
import { readBacklog } from '../server/platform/webhooks/store.ts';
import { SETTLE_MS } from '../server/shop/invoices/issue.ts';
import { issueInvoices } from '../server/shop/orders/issuer.ts';
import { type Environment, operator, record, type Session } from './actors/environment.ts';
import { changeCatalogue, newMerchant } from './actors/merchant.ts';
import { operate } from './actors/operator.ts';
import { shop } from './actors/shopper.ts';
import { History, type ShopperOperation } from './history.ts';
import { keepIssuing } from './killed-issuer.ts';
import { KilledServer } from './killed-server.ts';
import { addProducts, createProducts, saleTerms } from './prepared-shop.ts';
import { createRandom } from './random.ts';
import { listenForEvents } from './receiver.ts';
import { print } from './report.ts';
import { judge, openDatabase, send } from './servers.ts';

/** Each server is killed during this many operations of new shoppers. */
const OPERATIONS = 150;
const SHOPPERS = 4;
const PAUSE_MAX_MS = 6;
/** Shoppers cut some connections, wherever the request is then. */
const CUT_CHANCE = 0.06;
const CUT_MAX_MS = 12;
/** A round takes some seconds. */
const ROUND_MAX_MS = 180_000;
const DRAIN_MAX_MS = 300_000;
/** Polls after which failed events are sent again. */
const DRAIN_POLLS = 100;
const PASSWORD = 'learn by doing';

/** @returns whether no invariant was violated */
export async function killServers({ engine, kills, seed }: Options): Promise<boolean> {
  if (engine !== 'sqlite' && engine !== 'postgres') throw new Error(`There is no engine ${engine}`);
  print(`kill --engine ${engine} --kills ${kills} --seed ${seed}`);
  const history = new History();
  const products = createProducts(12, 60);
  history.add({ kind: 'start', engine, products, terms: saleTerms[0], hasReceiver: true });
  const { storage, settings, issuerSettings, stop } = await openDatabase(engine);
  const { db } = storage;
  const lost = new Set<string>();
  const receiver = await listenForEvents(history, lost, createRandom(`${seed} receiver`));
  try {
    await addProducts(db, products);
    const random = createRandom(`${seed} server`);
    const env = { ...settings, ...receiver.settings };
    const server = await KilledServer.start({ history, random, db, engine, settings: env });
    const issuers = [keepIssuing(issuerSettings), keepIssuing(issuerSettings)];
    const merchant = newMerchant();
    const failed = [server.failed, ...issuers.map((issuer) => issuer.failed)];
    for (let kill = 1; kill <= kills; kill++) {
      server.killAfter(random.between(1, OPERATIONS / 3));
      const names = Array.from({ length: SHOPPERS }, (_, index) => `shopper-${kill}-${index + 1}`);
      const environment = environmentOf(
        server,
        { history, products, lost, storage },
        `${seed} ${kill}`,
      );
      const round = Promise.all([
        ...names.map((username) => shop(environment, username)),
        operate(environment, 'operator'),
        changeCatalogue(environment, merchant),
      ]).then(() => server.untilRestarted());
      await within(ROUND_MAX_MS, `round ${kill}`, [round, ...failed]);
      if (kill % 20 === 0) print(`${kill} of ${kills} kills`);
    }
    const stopped = await Promise.all(issuers.map((issuer) => issuer.stop()));
    print(`The issuers of invoices were killed ${stopped.join(' and ')} times`);
    await issueInvoices({
      ...{ db, outbox: new WebhookOutbox(randomUUIDv7), meter: noMeter },
      now: () => Date.now() + SETTLE_MS,
    });
    await drain(db, lost);
    await server.kill();
    return await judge(`kill-${engine}-${seed}`, history, db);
  } finally {
    receiver.close();
    await stopEverything();
    await storage.close();
    await stop();
  }
}

interface Options {
  engine: string;
  kills: number;
  seed: number;
}

function environmentOf(
  server: KilledServer,
  { storage, ...shared }: Pick<Environment, 'history' | 'products' | 'lost'> & { storage: Storage },
  seed: string,
): Environment {
  const randomOf = (name: string) => createRandom(`${seed} ${name}`);
  const [pauses, cuts] = [randomOf('pauses'), randomOf('cuts')];
  const timeout = () => (cuts.chance(CUT_CHANCE) ? cuts.between(1, CUT_MAX_MS) : undefined);
  const newId = () => randomUUIDv7();
  const { db, emptyLog } = storage;
  const outbox = new WebhookOutbox(newId);
  const services = { db, now: Date.now, newId, outbox, meter: noMeter, emptyLog, operator };
  const death = new Promise<undefined>(() => {});
  const entered = new Set<string>();
  const enter = async (username: string, type: 'register' | 'login') => {
    for (;;) {
      const process = await server.running();
      const id = shared.history.nextId();
      shared.history.add({ kind: 'invoke', id, username, operation: { type } });
      const outcome = send(server.port, { username, password: PASSWORD }, { type });
      const response = await record(shared, process, id, outcome);
      // After a lost response, the name is taken.
      if (response && response.status < 500) return { id, ...response };
    }
  };
  return {
    ...shared,
    orders: [],
    operationsLeft: OPERATIONS,
    randomOf,
    wait: () => sleep(pauses.between(0, PAUSE_MAX_MS)),
    async logIn(username) {
      if (!entered.has(username)) await enter(username, 'register');
      entered.add(username);
      const { id: login, status, body } = await enter(username, 'login');
      // The account may have been erased.
      return status === 201 ? { username, login, token: JSON.parse(body).token } : undefined;
    },
    async server() {
      const process = await server.running();
      return Object.assign(process, {
        send: (session: Session, operation: ShopperOperation) =>
          send(server.port, session, operation, timeout()),
      });
    },
    operators: async () => ({ services, isDead: false, death, reach() {} }),
  };
}

/** @throws Error if none of the promises settles in time, or the error of the first one */
async function within(ms: number, what: string, promises: Promise<unknown>[]): Promise<void> {
  const timer = new AbortController();
  const { signal } = timer;
  const tooLong = sleep(ms, undefined, { signal }).then(() => {
    throw new Error(`Nothing more happened in ${what}: it has taken ${ms / 1_000} seconds`);
  });
  try {
    await Promise.race([...promises, tooLong]);
  } finally {
    timer.abort();
    // The timer that was stopped rejects.
    tooLong.catch(() => {});
  }
}

/**
 * Waits until the receiver has every event, also those that it lost. Nobody waits for the leases of the servers that were
 * killed.
 */
async function drain(db: Db, lost: ReadonlySet<string>): Promise<void> {
  const deadline = performance.now() + DRAIN_MAX_MS;
  while (performance.now() < deadline) {
    const before = [...lost];
    const repeated = await retryEvents(db, before, Date.now());
    await db
      .updateTable('events')
      .set({ next_attempt_at: Date.now() })
      .where('next_attempt_at', 'is not', null)
      .execute();
    const waiting = async () => (await readBacklog(db, Date.now())).waiting;
    for (let poll = 0; poll < DRAIN_POLLS && (await waiting()) > 0; poll++) await sleep(50);
    // Nothing can be repeated of an erased account.
    const isComplete = repeated.length === 0 && lost.size === before.length;
    if (isComplete && (await waiting()) === 0) return;
  }
}
