/** Compares durable changes of carts and orders with the same transactions on the engine without HTTP. */
import { compare, type Options } from './compare.ts';
import { measureThroughput, saturate } from './load.ts';
import { changeCart, openRawPostgres, openRawSqlite, placeOrder } from './raw-engine.ts';
import { openFilledDatabase, type Shop } from './shop.ts';
import { type CartChange, checkOut, type FilledDatabase, fillCarts, postCart } from './shoppers.ts';
import type { Row } from './table.ts';

const AT_ONCE = 32;

export async function measureOrders(shop: Shop, { seconds, rounds }: Options): Promise<Row[]> {
  const isSqlite = shop.engine === 'sqlite';
  // SQLite runs one transaction at a time.
  const rawAtOnce = isSqlite ? 1 : AT_ONCE;
  const raw = await openFilledDatabase(shop.engine);
  const engine = isSqlite ? openRawSqlite(raw) : openRawPostgres(raw, rawAtOnce);
  const reference = isSqlite ? 'node:sqlite, one by one' : `pg, ${rawAtOnce} at once`;
  const common = { reference, rounds: Math.min(5, rounds) };
  const [changes, rawChanges] = [await cartChanges(shop), await cartChanges(raw)];
  const compareChanges = (shoppers: number, target?: number) =>
    compare({
      ...{ ...common, what: `POST /cart, ${shoppers} at once`, target },
      async measure() {
        await fillCarts(shop, { lines: 1 });
        return saturate(shop, changes.map(postCart), { connections: shoppers, seconds });
      },
      async measureReference() {
        await fillCarts(raw, { lines: 1 });
        const until = performance.now() + seconds * 1_000;
        const rest = rawChanges.values();
        return runRaw(raw, rawAtOnce, () => {
          const change = performance.now() < until ? rest.next().value : undefined;
          return change && changeCart(engine, change);
        });
      },
    });
  const rows = [
    await compareChanges(AT_ONCE, isSqlite ? 1.5 : undefined),
    await compareChanges(1),
    await compare({
      ...{
        ...common,
        what: `POST /cart/checkout, ${AT_ONCE} at once`,
        target: isSqlite ? 1.2 : 0.4,
      },
      async measure() {
        await fillCarts(shop, { lines: 2 });
        const calls = shop.shoppers.map(checkOut);
        return saturate(shop, calls, { connections: AT_ONCE, amount: calls.length });
      },
      async measureReference() {
        await fillCarts(raw, { lines: 2 });
        const rest = raw.shoppers.values();
        return runRaw(raw, rawAtOnce, () => {
          const shopper = rest.next().value;
          return shopper && placeOrder(engine, shopper);
        });
      },
    }),
  ];
  await engine.close();
  await raw.storage.close();
  return rows.map(({ row }) => row);
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

/** Runs transactions in this process, `atOnce` at a time, until there is no next one. */
function runRaw(
  { postgresPid }: FilledDatabase,
  atOnce: number,
  next: () => Promise<void> | undefined,
) {
  return measureThroughput(process.pid, postgresPid, async () => {
    const startedAt = performance.now();
    let requests = 0;
    const runInTurn = async (): Promise<void> => {
      for (let work = next(); work !== undefined; work = next()) {
        await work;
        requests++;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, runInTurn));
    return { requests, errors: 0, seconds: (performance.now() - startedAt) / 1_000 };
  });
}
