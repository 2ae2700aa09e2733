import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { cancelOrderPath, paths } from '../../../contract/paths.ts';
import { openStorage } from '../../platform/storage/open.ts';
import type { Db } from '../../platform/storage/schema.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { productDefaults } from '../../shop/catalogue/product-fields.ts';
import { upsertProducts } from '../../shop/catalogue/store.ts';
import { openTestDatabase, openTestFolder } from '../../testing/test-database.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { expectLedgerBalanced } from '../audit/audit.testing.ts';
import { type MoveProgress, moveShop } from './move.ts';

const shop = await openTestShop();
await trade();

/** Creates a shopper with an order and a cancelled one, and another with a cart. */
async function trade(): Promise<void> {
  await shop.sell({ id: 'pen', costCents: 105, stock: 10 });
  await shop.sell({ id: 'out-of-season', active: false });
  const [buyer, looker] = [await shop.shopper(), await shop.shopper()];
  const body = { productId: 'pen', qty: 3 };
  await shop.call('POST', paths.cart, { as: looker, body });
  await shop.call('POST', paths.cart, { as: buyer, body });
  const added = await shop.call('POST', paths.addresses, {
    as: buyer,
    body: { address: '1 Long Road \u2013 \u4e2d\u6587 \ud83d\ude80' },
  });
  const addressId = added.json()[0]._id;
  const headers = { 'idempotency-key': 'once' };
  await shop.call('POST', paths.checkout, { as: buyer, body: { addressId }, headers });
  await shop.call('POST', paths.cart, { as: buyer, body });
  const second = await shop.call('POST', paths.checkout, { as: buyer, body: { addressId } });
  await shop.call('POST', cancelOrderPath(second.json().orderId), { as: buyer });
}

const names = [
  'users',
  'sessions',
  'products',
  'cart_items',
  'addresses',
  'wallets',
  'orders',
  'order_items',
  'order_changes',
  'ledger_entries',
  'ledger_notes',
  'synonyms',
  'catalogue_state',
] as const;

/** Reads every row of every table, sorted. */
async function everything(db: Db): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const name of names) {
    const rows: Record<string, unknown>[] = await db.selectFrom(name).selectAll().execute();
    tables[name] = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
  }
  return tables;
}

async function openFile(): Promise<Storage> {
  const dataDir = await openTestFolder(onTestFinished);
  const storage = await openStorage({ dataDir, exclusive: true });
  onTestFinished(() => storage.close());
  return storage;
}

async function openServer(): Promise<Storage> {
  const { options } = await openTestDatabase(onTestFinished);
  const storage = await openStorage({ ...options, exclusive: true });
  onTestFinished(() => storage.close());
  return storage;
}

describe('moving a shop', () => {
  let file: Storage;
  beforeEach(async () => {
    file = await openFile();
  });

  test('from PostgreSQL to SQLite and back keeps every row', async () => {
    const progress: MoveProgress[] = [];
    const report = await moveShop(shop.services.db, file.db, (step) => progress.push(step));
    const before = await everything(shop.services.db);
    expect(await everything(file.db)).toEqual(before);
    expect(report.rows).toMatchObject({
      users: 2,
      orders: 2,
      order_changes: 1,
      ledger_entries: 10,
    });
    expect(report.cents).toMatchObject({ wallets: 1_000_000 - 315, orders: 630, refunds: 315 });
    expect(progress).toContainEqual({ table: 'orders', rows: 2, total: 2 });

    const server = await openServer();
    await moveShop(file.db, server.db);
    expect(await everything(server.db)).toEqual(before);
    await expectLedgerBalanced(server.db);
  });

  test('copies more rows than a batch holds, each once', async () => {
    const { db } = shop.services;
    const products = Array.from({ length: 2_500 }, (_, n) => ({
      ...productDefaults,
      id: `p-${n}`,
      position: 1_000 + n,
      name: `Pen ${n}`,
      category: 'Tests',
      categories: 'Tests > Pens',
      brand: 'Pencil & Co',
      description: `Writes ${n} pages`,
      popularity: n,
      cost_cents: 100 + n,
      rating_halves: n % 11,
      image: '/test.webp',
      updated_at: n,
    }));
    await db.transaction().execute((tx) => upsertProducts(tx, products));
    await moveShop(db, file.db);
    expect((await everything(file.db)).products).toEqual((await everything(db)).products);
  });

  test('refuses a target that is not empty, and leaves it unchanged', async () => {
    await moveShop(shop.services.db, file.db);
    const before = await everything(file.db);
    const again = moveShop(shop.services.db, file.db);
    await expect(again).rejects.toThrow('The target is not empty: it has rows in users.');
    expect(await everything(file.db)).toEqual(before);
  });

  test('leaves nothing behind if it fails in the middle', async () => {
    const moving = moveShop(shop.services.db, file.db, ({ table }) => {
      if (table === 'orders') throw new Error('pulled the plug');
    });
    await expect(moving).rejects.toThrow('pulled the plug');
    expect((await everything(file.db)).users).toEqual([]);
  });
});
