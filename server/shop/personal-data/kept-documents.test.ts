/** Documents stay whole for the years that the law wants, also after the account is erased. */
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cancelOrderPath, orderPath, paths } from '../../../contract/paths.ts';
import { eraseAccount } from '../../operations/accounts/erase.ts';
import { exportAccount } from '../../operations/accounts/export.ts';
import { readUser } from '../../operations/accounts/find.ts';
import { findViolations, invariantsOf } from '../../operations/audit/audit.ts';
import { operatorOf } from '../../operations/orders/operator.testing.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { engine } from '../../testing/test-database.ts';
import { openTestShop, type TestShopper } from '../../testing/test-shop.ts';
import { replaceIdentity } from '../identity/store.ts';
import { SETTLE_MS } from '../invoices/issue.ts';
import { forgetBuyers } from '../invoices/kept.ts';
import { issueInvoices } from '../orders/issuer.ts';
import { shoppingIn } from '../orders/shopping.testing.ts';
import { withAccount } from '../session/with-shopper.ts';
import { eraseUser } from './erase.ts';

const ADDRESS = '1 Kestrel Mews';

async function openPenShop() {
  const shop = await openTestShop();
  const { services } = shop;
  const { db } = services;
  shop.pass(Date.UTC(2030, 5, 15) - services.now());
  const { addAddress, checkout, put } = shoppingIn(shop);
  await shop.sell({ id: 'pen', costCents: 105 });
  await replaceIdentity(services, { name: 'Birch', documentYears: 6 });
  onTestFinished(async () => expect(await findViolations(db, invariantsOf(engine))).toEqual([]));
  return {
    ...{ shop, services, db },
    async order(as: TestShopper): Promise<string> {
      await put(as, 'pen', 1);
      return (await checkout(as, { addressId: await addAddress(as, ADDRESS) })).json().orderId;
    },
    issue: () => {
      shop.pass(SETTLE_MS + 1_000);
      return issueInvoices(services);
    },
    erase: (userId: string) => eraseAccount(services, shop.storage, userId, 'received'),
  };
}

const addressesOf = async (db: Db) =>
  (await db.selectFrom('orders').select('address').execute()).map(({ address }) => address);
const buyersOf = async (db: Db) =>
  (await db.selectFrom('invoices').select('buyer').orderBy('sequence').execute()).map(
    ({ buyer }) => buyer,
  );

test('a document is whole after the account is erased; what is kept is said before, and is in the export', async () => {
  const { shop, services, db, order, issue, erase } = await openPenShop();
  const as = await shop.shopper();
  const account = async () => (await shop.call('GET', paths.user, { as })).json();
  expect((await account()).documents).toBeUndefined();
  const orderId = await order(as);
  await operatorOf(shop).change(orderId, 'ship');
  await operatorOf(shop).change(orderId, 'refund');
  await issue();
  const number = (await shop.call('GET', orderPath(orderId), { as })).json().invoice;
  const { document } = (await shop.call('GET', orderPath(number), { as })).json();
  const kept = { count: 2, keptUntil: '2036-12-31' };
  expect((await account()).documents).toEqual(kept);
  expect(await erase(as.userId)).toMatchObject({ kept });
  const { documents, orders } = await exportAccount(db, as.userId);
  expect(orders).toMatchObject([{ address: '' }]);
  expect(documents).toEqual([
    { ...document, keptUntil: '2036-12-31' },
    expect.objectContaining({ buyer: ADDRESS, keptUntil: '2036-12-31' }),
  ]);

  const lastMoment = Date.UTC(2036, 11, 31, 23, 59, 59);
  expect(await forgetBuyers({ ...services, now: () => lastMoment })).toBe(0);
  expect(await forgetBuyers({ ...services, now: () => lastMoment + 1_000 })).toBe(2);
  expect(await buyersOf(db)).toEqual([null, null]);
  expect((await exportAccount(db, as.userId)).documents[0]?.buyer).toBeUndefined();
});

test('an order that is not invoiced yet keeps its address until then', async () => {
  const { shop, db, order, issue, erase } = await openPenShop();
  const as = await shop.shopper();
  const orderId = await order(as);
  await shop.call('POST', cancelOrderPath(orderId), { as });
  expect(await erase(as.userId)).toMatchObject({ kept: { count: 1, keptUntil: '2036-12-31' } });
  expect(await addressesOf(db)).toEqual([ADDRESS]);
  expect(await issue()).toBe(2);
  expect(await addressesOf(db)).toEqual(['']);
  expect(await buyersOf(db)).toEqual([ADDRESS, ADDRESS]);
});

test('an order of a shop without an identity keeps no address', async () => {
  const { shop, services, db, order, erase } = await openPenShop();
  await replaceIdentity(services, undefined);
  const as = await shop.shopper();
  await shop.call('POST', cancelOrderPath(await order(as)), { as });
  expect(await erase(as.userId)).toMatchObject({ kept: undefined });
  expect(await addressesOf(db)).toEqual(['']);
});

test.runIf(engine === 'postgres')(
  'an account that is erased while its order is invoiced leaves no address behind',
  async () => {
    const { shop, services, db, order } = await openPenShop();
    const as = await shop.shopper();
    await shop.call('POST', cancelOrderPath(await order(as)), { as });
    shop.pass(SETTLE_MS + 1_000);
    let issuing: Promise<number> | undefined;
    await withAccount(services, as.userId, async (tx, recorder) => {
      const user = await readUser(tx, as.userId);
      await eraseUser(services, { tx, recorder }, user, () => 'received');
      issuing = issueInvoices(services);
      // It waits for the rows that are changed here.
      await vi.waitUntil(async () => {
        const waiting = sql`select 1 from pg_locks where not granted`;
        return (await waiting.execute(db)).rows.length > 0;
      });
    });
    expect(await issuing).toBe(2);
    expect(await addressesOf(db)).toEqual(['']);
    expect(await buyersOf(db)).toEqual([ADDRESS, ADDRESS]);
  },
);

test('addresses of any number of documents go, also of accounts that are there', async () => {
  const { shop, services, db, order, issue } = await openPenShop();
  const as = await shop.shopper();
  await order(as);
  await issue();
  const [first] = await db.selectFrom('invoices').selectAll().execute();
  if (first === undefined) throw new Error('There is no invoice');
  const copies = Array.from({ length: 250 }, (_, n) => ({
    ...{ ...first, number: `2030-${n}`, sequence: n + 2, change_number: n + 1 },
  }));
  await db.insertInto('invoices').values(copies).execute();
  const later = { ...services, now: () => Date.UTC(2037, 0, 1) };
  const stop = new AbortController();
  stop.abort();
  expect(await forgetBuyers(later, stop.signal)).toBe(100);
  expect(await forgetBuyers(later)).toBe(151);
  await db.deleteFrom('invoices').where('change_number', '>', 0).execute();
});
