import { open, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as messages from '../../../../contract/messages.ts';
import { orderPath, paths } from '../../../../contract/paths.ts';
import { expectLedgerBalanced } from '../../../operations/audit/audit.testing.ts';
import { feedRecord, openTestFeeds, toJsonLines } from '../../../operations/feeds/feeds.testing.ts';
import { importFile } from '../../../operations/feeds/import.ts';
import { shoppingIn } from '../../../shop/orders/shopping.testing.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';
import { expectRefused } from '../../http/refused.testing.ts';

/** A shop with a shopper whose cart is filled, and with its log. */
async function openFailingShop() {
  const lines: string[] = [];
  const shop = await openTestShop({
    logger: { level: 'warn', stream: { write: (line: string) => lines.push(line) } },
  });
  const shopping = shoppingIn(shop);
  await shop.sell({ id: 'pen', costCents: 105, stock: 1_000 });
  const shopper = await shopping.readyShopper({ pen: 2 });
  return {
    ...shop,
    ...shopping,
    // `shop.shopper` adds a second one.
    shopper,
    file: join(shop.database.env.DATA_DIR ?? '', 'shop.db'),
    newShopper: shop.shopper,
    /** The lines since the last call. */
    logged: () => lines.splice(0).map((line) => JSON.parse(line)),
  };
}
type FailingShop = Awaited<ReturnType<typeof openFailingShop>>;

/** On the writing connection. */
const setPragma = ({ services: { db } }: TestShop | FailingShop, pragma: string) =>
  sql.raw(`pragma ${pragma}`).execute(db);

async function leaveRoomFor(shop: FailingShop, pages: number): Promise<void> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(shop.services.db);
  await setPragma(shop, `max_page_count = ${(rows[0]?.page_count ?? 0) + pages}`);
}

const longAddress = (n: number) => `${n} ${'Long Road, '.repeat(40)}`;
const addAddress = (shop: FailingShop, as: { token: string }, address: string) =>
  shop.call('POST', paths.addresses, { as, body: { address } });

/** Places orders until the disk is full. @returns how many */
async function orderUntilFull(shop: FailingShop): Promise<number> {
  const { shopper } = shop;
  for (let count = 0; ; count++) {
    const { statusCode } = await shop.checkout(shopper, shopper);
    if (statusCode === 503) return count;
    expect((await shop.put(shopper, 'pen', 2)).statusCode).toBe(200);
  }
}

async function expectShed(replying: Promise<LightMyRequestResponse>): Promise<void> {
  const reply = await replying;
  expectRefused(reply, 503, messages.overloaded);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
}

const readiness = async (shop: FailingShop) => (await shop.call('GET', '/readyz')).statusCode;

describe('a disk that is full', () => {
  test('refuses changes and keeps nothing of them, while reads go on; with room again changes succeed', async () => {
    const shop = await openFailingShop();
    const { shopper } = shop;
    await leaveRoomFor(shop, 0);
    const before = await orderUntilFull(shop);
    shop.logged();
    const order = { ...shopper, key: 'only-once' };
    await expectShed(shop.checkout(shopper, order));
    const [line, ...more] = shop.logged();
    expect(more).toEqual([]);
    expect(line).toMatchObject({ code: 'OVERLOADED', reason: 'the disk is full' });
    expect(line).not.toHaveProperty('err');

    expect(await shop.cart(shopper)).toEqual([{ productId: 'pen', qty: 2 }]);
    expect(await shop.balance(shopper)).toBe((500_000 - before * 210) / 100);
    expect(await shop.countOrders(shopper)).toBe(before);
    expect((await shop.call('GET', paths.products)).statusCode).toBe(200);
    await expectLedgerBalanced(shop.services.db);

    await leaveRoomFor(shop, 1_000);
    const placed = await shop.checkout(shopper, order);
    expect([placed.statusCode, placed.json().total]).toEqual([200, 2.1]);
    expect(await shop.countOrders(shopper)).toBe(before + 1);
    await expect.poll(() => readiness(shop)).toBe(200);
    await expectLedgerBalanced(shop.services.db);
  });

  test('ends an import, and leaves the catalogue unchanged', async () => {
    const shop = await openFailingShop();
    const feeds = await openTestFeeds();
    const records = Array.from({ length: 500 }, (_, n) => feedRecord(`p-${n}`));
    const file = await feeds.write('a.jsonl', toJsonLines(records));
    const before = await shop.call('GET', paths.products);
    await leaveRoomFor(shop, 4);
    const importing = importFile(shop.services, file);
    await expect(importing).rejects.toMatchObject({ cause: { message: 'the disk is full' } });
    expect((await shop.call('GET', paths.products)).body).toBe(before.body);
    await leaveRoomFor(shop, 1_000);
    expect(await importFile(shop.services, file)).toMatchObject({ added: 500, refused: false });
  });

  test('keeps those changes of a group commit that were acknowledged, and no others', async () => {
    const shop = await openFailingShop();
    const people = await Promise.all(Array.from({ length: 8 }, () => shop.newShopper()));
    await leaveRoomFor(shop, 6);
    const texts = Array.from({ length: 80 }, (_, n) => longAddress(n));
    const replies = await Promise.all(
      texts.map((text, n) => addAddress(shop, people[n % 8] ?? shop.shopper, text)),
    );
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 503]));
    const rows = await shop.services.db.selectFrom('addresses').select('address').execute();
    const kept = new Set(rows.map(({ address }) => address));
    const acknowledged = texts.filter((_, n) => replies[n]?.statusCode === 200);
    expect(texts.filter((text) => kept.has(text.trim()))).toEqual(acknowledged);
  });
});

test('a database that can only be read: changes are 503, and so is /readyz', async () => {
  const shop = await openFailingShop();
  await setPragma(shop, 'query_only = on');
  await expectShed(shop.checkout(shop.shopper, shop.shopper));
  expect(shop.logged()[0].reason).toMatch(/^the database can only be read/);
  expect(await readiness(shop)).toBe(503);
  const [failed] = shop.logged();
  expect(failed).toMatchObject({ msg: 'the database does not answer' });
  expect(failed.reason).toMatch(/^the database can only be read/);
  expect(failed).not.toHaveProperty('err');
  expect(await shop.cart(shop.shopper)).toEqual([{ productId: 'pen', qty: 2 }]);
});

test('a database that is damaged while the shop runs: what reads the damaged part is 503, and /readyz stays 503', async () => {
  const shop = await openFailingShop();
  const placed = await shop.checkout(shop.shopper, shop.shopper);
  const other = new DatabaseSync(shop.file);
  other.exec('pragma wal_checkpoint(truncate)');
  other.close();
  const { rows } = await sql<{ page: number }>`
    select rootpage as page from sqlite_schema where name in ('orders', 'sqlite_autoindex_orders_1')
  `.execute(shop.services.db);
  const file = await open(shop.file, 'r+');
  for (const { page } of rows) await file.write(Buffer.alloc(4_096), 0, 4_096, (page - 1) * 4_096);
  await file.close();

  const as = shop.shopper;
  await expectShed(shop.call('GET', orderPath(placed.json().orderId), { as }));
  expect(shop.logged()[0].reason).toMatch(/^the database is damaged, restore a backup/);
  expect(await shop.cart(shop.shopper)).toEqual([]);
  expect(await readiness(shop)).toBe(503);
  expect((await shop.put(shop.shopper, 'pen', 1)).statusCode).toBe(200);
  expect(await readiness(shop)).toBe(503);
});

test.each(['shop.db', 'shop.db-wal', ''])(
  'a folder whose %j is moved away while the shop runs: nothing is acknowledged that a restart would not find',
  async (name) => {
    const shop = await openFailingShop();
    const path = join(dirname(shop.file), name);
    const elsewhere = join(dirname(path), `${basename(path)}-elsewhere`);
    await rename(path, elsewhere);
    await expectShed(shop.checkout(shop.shopper, shop.shopper));
    const reason = 'the database was moved or removed while it was open';
    expect(shop.logged()[0].reason).toBe(reason);
    expect(await readiness(shop)).toBe(503);
    expect(await shop.balance(shop.shopper)).toBe(5_000);

    await rename(elsewhere, path);
    expect((await shop.checkout(shop.shopper, shop.shopper)).statusCode).toBe(200);
    await expect.poll(() => readiness(shop)).toBe(200);
    await expectLedgerBalanced(shop.services.db);
  },
);
