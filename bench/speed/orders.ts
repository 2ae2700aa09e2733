/** Durable changes, beside the engine without HTTP. */
import { randomUUID } from 'node:crypto';
import { paths } from '../../contract/paths.ts';
import type { Account } from '../../drill/shop.ts';
import { startBareServer } from './bare.ts';
import { type Compared, type Comparison, compare } from './compare.ts';
import { type Call, countCpuOf, inTurn, saturate, type Throughput } from './load.ts';
import { changeLine, checkOut, openRawPostgres, openRawSqlite, type RawEngine } from './raw.ts';
import { type Database, fillCarts, type Shop, stop } from './stage.ts';
import { saturateByWrk } from './wrk.ts';

const SHOPPERS_AT_ONCE = 32;
/** Many first: few alone would take minutes to make the server's code worth optimising. */
const CHANGING_AT_ONCE = [SHOPPERS_AT_ONCE, 2, 1];
const ROUND_SECONDS = 2;
const ORDERED_LINES = 2;
const CHANGED_PRODUCTS = 5;
const QTY_MAX = 9;

/** @param raw a database like the shop's, which nobody else uses */
export async function measureOrders(
  shop: Shop,
  database: Database,
  raw: Database,
): Promise<Compared[]> {
  const isSqlite = database.engine === 'sqlite';
  // SQLite has one transaction at a time, whoever asks.
  const rawAtOnce = isSqlite ? 1 : SHOPPERS_AT_ONCE;
  const engine = isSqlite ? openRawSqlite(raw) : openRawPostgres(raw, rawAtOnce);
  const referenceOf = (atOnce: number) =>
    `${isSqlite ? 'node:sqlite' : 'pg'}, ${atOnce === 1 ? 'one by one' : `${atOnce} at once`}`;
  const results: Compared[] = [];
  const changeRaw = async (atOnce: number): Promise<Throughput> => {
    await fillCarts(raw, 1);
    const until = performance.now() + ROUND_SECONDS * 1_000;
    return runRaw(engine, atOnce, rawChanges(raw), { until });
  };
  for (const shoppers of CHANGING_AT_ONCE) {
    const atOnce = Math.min(shoppers, rawAtOnce);
    results.push(
      await compare({
        what: `POST /cart, ${shoppers === 1 ? 'one shopper' : `${shoppers} shoppers at once`}`,
        target: isSqlite && shoppers === SHOPPERS_AT_ONCE ? 1.5 : undefined,
        reference: referenceOf(atOnce),
        shop: () => changeCarts(shop, database, shoppers),
        bare: () => changeRaw(atOnce),
      }),
    );
  }
  if (isSqlite) {
    const beside = { reference: referenceOf(1), bare: () => changeRaw(1) };
    results.push(await measureRawServer(raw, beside));
  }
  results.push(
    await compare({
      what: `POST /cart/checkout, ${SHOPPERS_AT_ONCE} shoppers at once`,
      target: isSqlite ? 1.2 : 0.4,
      reference: referenceOf(rawAtOnce),
      shop: () => checkOutCarts(shop, database),
      async bare() {
        await fillCarts(raw, ORDERED_LINES);
        return runRaw(engine, rawAtOnce, rawCheckouts(raw), { count: raw.accounts.length });
      },
    }),
  );
  await engine.close();
  return results;
}

/** How much of it is left where HTTP comes to it, and nothing else of a shop. */
async function measureRawServer(
  raw: Database,
  beside: Pick<Comparison, 'reference' | 'bare'>,
): Promise<Compared> {
  const { settings, accounts } = raw;
  const server = await startBareServer('raw-server.ts', { settings, accounts });
  await changeCarts(server, raw, SHOPPERS_AT_ONCE);
  const compared = await compare({
    ...beside,
    what: 'POST /cart, one shopper, of bare node:http',
    shop: () => changeCarts(server, raw, 1),
  });
  await stop(server);
  return compared;
}

/**
 * For a round, from carts of one line each. What a round before left in them may be what this one asks
 * for, and what is so already isn't written.
 */
async function changeCarts(
  server: Shop,
  database: Database,
  shoppers: number,
): Promise<Throughput> {
  await fillCarts(database, 1);
  const call = cartChanges(database);
  return saturateByWrk({ server, statuses: [200], call }, shoppers, { seconds: ROUND_SECONDS });
}

/** For a round, each shopper's cart once. */
export async function checkOutCarts(server: Shop, database: Database): Promise<Throughput> {
  await fillCarts(database, ORDERED_LINES);
  const call = checkouts(database);
  const requests = database.accounts.length;
  return saturate({ server, statuses: [200], call }, SHOPPERS_AT_ONCE, { requests });
}

interface LineChange {
  productId: string;
  qty: number;
}

/** Another product or quantity each time. */
function lineChanges({ productIds }: Database): () => LineChange {
  const changes = Array.from({ length: QTY_MAX }, (_, index) =>
    productIds.slice(0, CHANGED_PRODUCTS).map((productId) => ({ productId, qty: index + 1 })),
  );
  return inTurn(changes.flat());
}

/** Changes of carts, each another shopper's. */
export function cartChanges(database: Database): () => Call {
  const [nextAccount, nextChange] = [inTurn(database.accounts), lineChanges(database)];
  return () => post(paths.cart, nextAccount(), nextChange());
}

/** One for each shopper. */
export function checkouts({ accounts }: Pick<Database, 'accounts'>): () => Call {
  const nextAccount = inTurn(accounts);
  return () => {
    const account = nextAccount();
    const key = { 'idempotency-key': randomUUID() };
    return post(paths.checkout, account, { addressId: account.addressId }, key);
  };
}

export function post(path: string, { token }: Account, body: object, headers = {}): Call {
  const json = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return { method: 'POST', path, headers: { ...json, ...headers }, body: JSON.stringify(body) };
}

type RawWork = (engine: RawEngine) => Promise<void>;

function rawChanges(database: Database): RawWork {
  const [nextAccount, nextChange] = [inTurn(database.accounts), lineChanges(database)];
  return (engine) =>
    engine.transact((query, lock) => changeLine(query, lock, nextAccount(), nextChange()));
}

function rawCheckouts({ accounts }: Database): RawWork {
  const nextAccount = inTurn(accounts);
  return (engine) => engine.transact((query, lock) => checkOut(query, lock, nextAccount()));
}

/** So many at once, until a moment or a count. */
async function runRaw(
  engine: RawEngine,
  atOnce: number,
  work: RawWork,
  end: { until: number } | { count: number },
): Promise<Throughput> {
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  const databaseCpu = countCpuOf(engine.databasePid);
  let done = 0;
  const isOver = () => ('until' in end ? performance.now() >= end.until : done >= end.count);
  const one = async (): Promise<void> => {
    while (!isOver()) {
      done++;
      await work(engine);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  const { user, system } = process.cpuUsage(cpuBefore);
  const seconds = (performance.now() - startedAt) / 1_000;
  return {
    perSecond: done / seconds,
    cpuMs: (user + system) / 1_000 / done,
    databaseCpuMs: databaseCpu() / done,
  };
}
