/** Changes that are on the disk before they are answered, beside the engine alone. */
import { randomUUID } from 'node:crypto';
import { paths } from '../../contract/paths.ts';
import { type Compared, compare } from './compare.ts';
import { type Call, saturate, type Throughput } from './load.ts';
import { changeLine, checkOut, openRawPostgres, openRawSqlite, type RawEngine } from './raw.ts';
import { type Database, fillCarts, type Shop } from './stage.ts';

const SHOPPERS_AT_ONCE = 32;
const ROUND_SECONDS = 2;
const ORDERED_LINES = 2;
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
  const reference = isSqlite ? 'node:sqlite, one by one' : `pg, ${rawAtOnce} at once`;
  const target = { port: shop.port, pid: shop.process.pid, status: 200 };
  const results: Compared[] = [];
  for (const shoppers of [1, SHOPPERS_AT_ONCE]) {
    await Promise.all([fillCarts(database, 1), fillCarts(raw, 1)]);
    results.push(
      await compare({
        what: `POST /cart, ${shoppers === 1 ? 'one shopper' : `${shoppers} shoppers at once`}`,
        target: 0.5,
        reference,
        shop: () =>
          saturate({ ...target, call: cartChanges(database) }, shoppers, {
            seconds: ROUND_SECONDS,
          }),
        bare: () =>
          runRaw(engine, shoppers === 1 ? 1 : rawAtOnce, rawChanges(raw), {
            until: performance.now() + ROUND_SECONDS * 1_000,
          }),
      }),
    );
  }
  results.push(
    await compare({
      what: `POST /cart/checkout, ${SHOPPERS_AT_ONCE} shoppers at once`,
      target: isSqlite ? 1 : 0.4,
      reference,
      async shop() {
        await fillCarts(database, ORDERED_LINES);
        const call = checkouts(database);
        const requests = database.accounts.length;
        return saturate({ ...target, call }, SHOPPERS_AT_ONCE, { requests });
      },
      async bare() {
        await fillCarts(raw, ORDERED_LINES);
        return runRaw(engine, rawAtOnce, rawCheckouts(raw), { count: raw.accounts.length });
      },
    }),
  );
  await engine.close();
  return results;
}

function cartChanges({ accounts, productIds }: Database): () => Call {
  let made = 0;
  return () => {
    const account = accounts[made++ % accounts.length];
    return {
      method: 'POST',
      path: paths.cart,
      headers: {
        authorization: `Bearer ${account?.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ productId: productIds[made % 5], qty: 1 + (made % QTY_MAX) }),
    };
  };
}

/** One for each shopper. */
function checkouts({ accounts }: Database): () => Call {
  let made = 0;
  return () => {
    const account = accounts[made++ % accounts.length];
    return {
      method: 'POST',
      path: paths.checkout,
      headers: {
        authorization: `Bearer ${account?.token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ addressId: account?.addressId }),
    };
  };
}

type RawWork = (engine: RawEngine) => Promise<void>;

function rawChanges({ accounts, productIds }: Database): RawWork {
  let made = 0;
  return (engine) => {
    const account = accounts[made++ % accounts.length];
    const change = { productId: productIds[made % 5] ?? '', qty: 1 + (made % QTY_MAX) };
    return engine.transact(
      async (query, lock) => account && changeLine(query, lock, account, change),
    );
  };
}

function rawCheckouts({ accounts }: Database): RawWork {
  let made = 0;
  return (engine) => {
    const account = accounts[made++ % accounts.length];
    return engine.transact(async (query, lock) => account && checkOut(query, lock, account));
  };
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
  return { perSecond: done / seconds, cpuMs: (user + system) / 1_000 / done };
}
