import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { cancelOrderPath } from '../../../contract/paths.ts';
import { openStorage, type StorageOptions } from '../../platform/storage/open.ts';
import type { Db, Schema } from '../../platform/storage/schema.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { addPictureFiles, replacePictures } from '../../shop/catalogue/pictures/store.ts';
import { lockProductRows } from '../../shop/catalogue/store.ts';
import { replaceIdentity } from '../../shop/identity/store.ts';
import { SETTLE_MS } from '../../shop/invoices/issue.ts';
import { issueInvoices } from '../../shop/orders/issuer.ts';
import { shoppingIn } from '../../shop/orders/shopping.testing.ts';
import { openTestDatabase, openTestFolder } from '../../testing/test-database.ts';
import { fillCatalogue, openTestShop } from '../../testing/test-shop.ts';
import { expectLedgerBalanced } from '../audit/audit.testing.ts';
import { type MoveProgress, moveShop } from './move.ts';

const shop = await openTestShop();
await trade();

/** Creates a shopper with an order and a cancelled one, and another with a cart. */
async function trade(): Promise<void> {
  await replaceIdentity(shop.services, { name: 'Birch', tax: { name: 'VAT', percent: 19 } });
  await shop.sell({ id: 'pen', costCents: 105, stock: 10 });
  await shop.sell({ id: 'out-of-season', active: false });
  const { addAddress, checkout, put } = shoppingIn(shop);
  const [buyer, looker] = [await shop.shopper(), await shop.shopper()];
  await put(looker, 'pen', 3);
  await put(buyer, 'pen', 3);
  const addressId = await addAddress(buyer, '1 Long Road \u2013 \u4e2d\u6587 \ud83d\ude80');
  await checkout(buyer, { addressId, key: 'once' });
  await put(buyer, 'pen', 3);
  const second = await checkout(buyer, { addressId });
  await shop.call('POST', cancelOrderPath(second.json().orderId), { as: buyer });
  const { db } = shop.services;
  shop.pass(SETTLE_MS + 60_000);
  expect(await issueInvoices(shop.services)).toBe(3);
  await db.transaction().execute(async (tx) => {
    const [pen] = await lockProductRows(tx, ['pen']);
    const bytes = Buffer.from([0, 255, 10, 13]);
    await addPictureFiles(tx, 'front', [{ side: 320, format: 'webp', bytes }]);
    if (pen !== undefined) await replacePictures(tx, pen, [{ picture: 'front', source: '' }], 1);
  });
}

/** Reads every row of every table, sorted. */
async function everything(db: Db): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const { name } of await db.introspection.getTables()) {
    // Signs challenges of some minutes: each database has its own.
    if (name === 'passkey_secret') continue;
    const rows: Record<string, unknown>[] = await db
      .selectFrom(name as keyof Schema)
      .selectAll()
      .execute();
    tables[name] = rows.map((row) => JSON.stringify(Object.entries(row).sort(), toHex)).sort();
  }
  return tables;
}

/** The engines have different classes for bytes. */
function toHex(this: unknown, key: string, value: unknown): unknown {
  const original = Array.isArray(this) ? this[Number(key)] : value;
  return original instanceof Uint8Array ? Buffer.from(original).toString('hex') : value;
}

async function open(options: StorageOptions): Promise<Storage> {
  const storage = await openStorage(options);
  onTestFinished(() => storage.close());
  return storage;
}

describe('moving a shop', () => {
  let file: Storage;
  beforeEach(async () => {
    file = await open({ dataDir: await openTestFolder(onTestFinished), exclusive: true });
  });

  test('from PostgreSQL to SQLite and back keeps every row', async () => {
    const progress: MoveProgress[] = [];
    const report = await moveShop(shop.services.db, file.db, (step) => progress.push(step));
    const before = await everything(shop.services.db);
    expect(await everything(file.db)).toEqual(before);
    const rows = {
      users: 2,
      picture_files: 1,
      product_pictures: 1,
      orders: 2,
      order_changes: 1,
      ledger_entries: 10,
    };
    expect(report.rows).toMatchObject(rows);
    expect(report.cents).toMatchObject({ wallets: 1_000_000 - 315, orders: 630, refunds: 315 });
    expect(progress).toContainEqual({ table: 'orders', rows: 2, total: 2 });

    const { options } = await openTestDatabase(onTestFinished);
    const server = await open({ ...options, exclusive: true });
    await moveShop(file.db, server.db);
    expect(await everything(server.db)).toEqual(before);
    await expectLedgerBalanced(server.db);
  });

  test('copies more rows than a batch holds, each once', async () => {
    const { db } = shop.services;
    await fillCatalogue(
      shop.services,
      Array.from({ length: 2_500 }, (_, n) => `p-${n}`),
    );
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
