/** Compares durable changes of carts and orders with the same transactions on the engine without HTTP. */
import { compare, type Options } from './compare.ts';
import { measureThroughput, saturate, type Throughput } from './load.ts';
import { changeCart, openRawPostgres, openRawSqlite, placeOrder } from './raw-engine.ts';
import { openFilledDatabase, type Shop } from './shop.ts';
import { type CartChange, checkOut, type FilledDatabase, fillCarts, postCart } from './shoppers.ts';
import type { Row } from './table.ts';

const AT_ONCE = 32;

export async function measureOrders(shop: Shop, { rounds }: Options): Promise<Row[]> {
  const isSqlite = shop.engine === 'sqlite';
  // SQLite runs one transaction at a time.
  const rawAtOnce = isSqlite ? 1 : AT_ONCE;
  const raw = await openFilledDatabase(shop.engine);
  const engine = isSqlite ? openRawSqlite(raw) : openRawPostgres(raw, rawAtOnce);
  const name = isSqlite ? 'node:sqlite, one by one' : `pg, ${rawAtOnce} at once`;
  const compareWithRaw = (what: string, lines: number, floor: number, send: Send, sendRaw: Send) =>
    compare(`${what}, ${AT_ONCE} at once`, Math.min(5, rounds), afterFilling(shop, lines, send), [
      { name, floor, measure: afterFilling(raw, lines, sendRaw) },
    ]);
  const order = () => saturate(shop, shop.shoppers.map(checkOut), { connections: AT_ONCE });
  const orderRaw = () => runRaw(raw, rawAtOnce, raw.shoppers, (each) => placeOrder(engine, each));
  const floor = isSqlite ? 0.9 : 0.5;
  const rows = await compareWithRaw('POST /cart/checkout', 2, floor, order, orderRaw);
  // On PostgreSQL, a change of a cart waits for the database's process: there is no floor.
  if (isSqlite) {
    // Two for each shopper.
    const calls = (await cartChanges(shop)).slice(-2 * shop.shoppers.length).map(postCart);
    const changes = (await cartChanges(raw)).slice(-calls.length);
    const change = () => saturate(shop, calls, { connections: AT_ONCE });
    const changeRaw = () => runRaw(raw, rawAtOnce, changes, (each) => changeCart(engine, each));
    rows.push(...(await compareWithRaw('POST /cart', 1, 1, change, changeRaw)));
  }
  await engine.close();
  await raw.storage.close();
  return rows;
}

type Send = () => Promise<Throughput>;

/** Fills the carts of all shoppers before each measurement. */
function afterFilling(database: FilledDatabase, lines: number, send: Send): Send {
  return async () => {
    await fillCarts(database, { lines });
    return send();
  };
}

/** Changes each cart to another quantity each time, because an unchanged quantity is not written. */
export async function cartChanges({ storage, shoppers }: FilledDatabase): Promise<CartChange[]> {
  const products = storage.db.selectFrom('products').select('id').orderBy('position').limit(5);
  const ids = (await products.execute()).map(({ id }) => id);
  return Array.from({ length: 9 }, (_, index) =>
    shoppers.map((shopper, number) => {
      return { shopper, productId: ids[number % ids.length] ?? '', qty: index + 1 };
    }),
  ).flat();
}

/** Runs a transaction for each item in this process, `atOnce` at a time. */
function runRaw<T>(
  { postgresPid }: FilledDatabase,
  atOnce: number,
  items: readonly T[],
  run: (item: T) => Promise<void>,
) {
  return measureThroughput(process.pid, postgresPid, async () => {
    const startedAt = performance.now();
    const rest = items.values();
    const runInTurn = async () => {
      for (const item of rest) await run(item);
    };
    await Promise.all(Array.from({ length: atOnce }, runInTurn));
    const seconds = (performance.now() - startedAt) / 1_000;
    return { requests: items.length, errors: 0, seconds };
  });
}
