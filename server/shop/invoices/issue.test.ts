/** Invoices and credit notes (R10.5, R10.6). */
import { expect, onTestFinished, test } from 'vitest';
import { cancelOrderPath, orderPath, paths } from '../../../contract/paths.ts';
import type { ShopIdentity } from '../../../contract/shop-identity.ts';
import { findViolations, invariantsOf } from '../../operations/audit/audit.ts';
import { toInvoices } from '../../operations/invoices/document.ts';
import { type AdminInvoice, findInvoice } from '../../operations/invoices/find.ts';
import { operatorOf } from '../../operations/orders/operator.testing.ts';
import { engine } from '../../testing/test-database.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { replaceIdentity } from '../identity/store.ts';
import { issueInvoices } from '../orders/issuer.ts';
import { shoppingIn } from '../orders/shopping.testing.ts';
import { SETTLE_MS } from './issue.ts';

const YEAR = 2030;
const birch = { name: 'Birch' };

/** Each test has its own shop, because invoices are numbered without gaps. */
async function openPenShop(identity?: ShopIdentity) {
  const shop = await openTestShop();
  const { services } = shop;
  const { db } = services;
  // No test lasts until the next year, in any time zone.
  shop.pass(Date.UTC(YEAR, 5, 15) - services.now());
  const { readyShopper, checkout } = shoppingIn(shop);
  await shop.sell({ id: 'pen', costCents: 105 });
  if (identity !== undefined) await replaceIdentity(services, identity);
  onTestFinished(async () => expect(await findViolations(db, invariantsOf(engine))).toEqual([]));
  return {
    ...{ shop, services, db, operator: operatorOf(shop) },
    async order(qty = 1) {
      const shopper = await readyShopper({ pen: qty });
      const { orderId } = (await checkout(shopper, shopper)).json();
      const read = async (name = orderId) =>
        (await shop.call('GET', orderPath(name), { as: shopper })).json();
      return { shopper, orderId, read };
    },
    documents: () => db.selectFrom('invoices').selectAll().orderBy('sequence').execute(),
  };
}

const numberOf = (sequence: number) => `${YEAR}-${String(sequence).padStart(6, '0')}`;

test('orders get invoices in the order of placing, and what goes back gets credit notes', async () => {
  const { shop, services, operator, order, documents } = await openPenShop(birch);
  const [first, second] = [await order(3), await order()];
  expect(await issueInvoices(services)).toBe(0);
  expect((await first.read()).invoice).toBeUndefined();
  shop.pass(SETTLE_MS + 1);
  expect(await issueInvoices(services)).toBe(2);
  expect((await first.read()).invoice).toBe(numberOf(1));
  expect((await second.read()).invoice).toBe(numberOf(2));

  await operator.change(first.orderId, 'ship');
  await operator.change(first.orderId, 'refund', { amountCents: 5 });
  shop.pass(1);
  await shop.call('POST', cancelOrderPath(second.orderId), { as: second.shopper });
  shop.pass(SETTLE_MS + 1);
  expect(await issueInvoices(services)).toBe(2);
  expect(await issueInvoices(services)).toBe(0);
  expect((await first.read()).history.at(-1)).toMatchObject({ amount: 0.05, invoice: numberOf(3) });
  expect((await second.read()).history.at(-1)).toMatchObject({ invoice: numberOf(4) });
  expect(await documents()).toMatchObject([
    { number: numberOf(1), order_id: first.orderId, change_number: 0, amount_cents: 315 },
    { number: numberOf(2), order_id: second.orderId, change_number: 0, amount_cents: 105 },
    { number: numberOf(3), order_id: first.orderId, change_number: 2, amount_cents: 5 },
    { number: numberOf(4), order_id: second.orderId, change_number: 1, amount_cents: 105 },
  ]);
});

test('an invoice leads its shopper to the order, and nobody else', async () => {
  const { shop, services, order } = await openPenShop(birch);
  const { shopper, orderId, read } = await order();
  shop.pass(SETTLE_MS + 1);
  await issueInvoices(services);
  const { invoice } = await read();
  expect((await read(invoice)).id).toBe(orderId);
  const stranger = await shop.shopper();
  for (const name of [invoice, numberOf(999)]) {
    const reply = await shop.call('GET', orderPath(name), { as: stranger });
    expect(reply.statusCode, name).toBe(404);
  }
  const list = (await shop.call('GET', paths.orders, { as: shopper })).json();
  expect(list[0].invoice).toBe(invoice);
});

const seller = {
  ...{ legalName: 'Birch Ltd', address: '2 Mill Lane\nOxford', country: 'GB', taxId: 'GB123' },
  email: 'hello@birch.example',
};

test('documents have the seller and the tax with which the order was placed, whatever becomes of them', async () => {
  const { shop, services, operator, order } = await openPenShop({
    ...{ name: 'Birch', seller, tax: { name: 'VAT', percent: 20 } },
  });
  const { orderId, read } = await order(4);
  await replaceIdentity(services, { name: 'Oak', tax: { name: 'GST', percent: 5 } });
  shop.pass(SETTLE_MS + 1);
  await issueInvoices(services);
  await replaceIdentity(services, undefined);
  const common = {
    issuedOn: '2030-06-15',
    suppliedOn: '2030-06-15',
    seller: 'Birch Ltd\n2 Mill Lane\nOxford\nUnited Kingdom\nVAT number GB123\nhello@birch.example',
    buyer: '1 Long Road',
  };
  const { invoice, document } = await read((await read()).invoice);
  expect(document).toEqual({
    ...common,
    number: invoice,
    lines: [{ name: 'pen', qty: 4, cost: 1.05, amount: 4.2, taxPercent: 20 }],
    taxes: [{ name: 'VAT', percent: 20, net: 3.5, tax: 0.7, gross: 4.2 }],
    total: 4.2,
  });
  expect((await read()).document).toBeUndefined();

  await operator.change(orderId, 'ship');
  await operator.change(orderId, 'refund', { lines: new Map([['pen', 1]]) });
  await operator.change(orderId, 'refund', { amountCents: 5 });
  shop.pass(SETTLE_MS + 1);
  await issueInvoices(services);
  const [ofLine, ofAmount] = (await read()).history
    .map(({ invoice }: { invoice?: string }) => invoice)
    .filter(Boolean);
  expect((await read(ofLine)).document).toEqual({
    ...common,
    number: ofLine,
    lines: [{ name: 'pen', qty: 1, cost: 1.05, amount: 1.05, taxPercent: 20 }],
    taxes: [{ name: 'VAT', percent: 20, net: 0.87, tax: 0.18, gross: 1.05 }],
    total: 1.05,
  });
  expect((await read(ofAmount)).document).toMatchObject({
    lines: [],
    taxes: [{ name: 'VAT', percent: 20, net: 0.05, tax: 0, gross: 0.05 }],
  });
});

test('an order that is placed while the shop has no identity never gets a document', async () => {
  const { shop, services, operator, order, documents } = await openPenShop();
  const earlier = await order();
  await replaceIdentity(services, { name: 'Birch' });
  const sold = await order(2);
  await replaceIdentity(services, undefined);
  const later = await order();
  await replaceIdentity(services, { name: 'Birch' });
  for (const { orderId } of [earlier, later, sold]) await operator.change(orderId, 'cancel');
  shop.pass(SETTLE_MS + 60_000);
  expect(await issueInvoices(services)).toBe(2);
  expect(await documents()).toMatchObject([
    { number: numberOf(1), order_id: sold.orderId, change_number: 0 },
    { number: numberOf(2), order_id: sold.orderId, change_number: 1 },
  ]);
});

test('issuers at the same time leave no gap, and double nothing', async () => {
  const { shop, services, order, documents } = await openPenShop(birch);
  for (let n = 0; n < 12; n++) await order();
  shop.pass(SETTLE_MS + 1);
  const issued = await Promise.all([1, 2, 3, 4].map(() => issueInvoices(services)));
  expect(issued.reduce((sum, one) => sum + one, 0)).toBe(12);
  const all = await documents();
  expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => index + 1));
});

test('each year begins with 1, in the time zone of the shop; a credit note of the next year names its invoice', async () => {
  const { services, db, operator, order } = await openPenShop({
    ...{ name: 'Birch', timeZone: 'Pacific/Auckland' },
  });
  // Midnight of New Year in Auckland.
  const newYear = Date.UTC(2030, 11, 31, 11);
  const [last, first] = [await order(), await order()];
  for (const [{ orderId: id }, placed_at] of [
    [last, newYear - SETTLE_MS - 1],
    [first, newYear - 1],
  ] as const) {
    await db.updateTable('orders').set({ placed_at }).where('id', '=', id).execute();
  }
  await operator.change(last.orderId, 'cancel');
  const cancelled = db.updateTable('order_changes').set({ made_at: newYear });
  await cancelled.where('order_id', '=', last.orderId).execute();
  await issueInvoices({ ...services, now: () => newYear - 1 });
  await issueInvoices({ ...services, now: () => newYear + SETTLE_MS });
  const { invoice: number } = await first.read();
  const document = { issuedOn: '2031-01-01', suppliedOn: '2030-12-31' };
  expect(await first.read(number)).toMatchObject({ invoice: '2031-000001', document });
  const { invoice, history } = await last.read();
  expect(invoice).toBe('2030-000001');
  const creditNote = history.at(-1).invoice;
  expect(creditNote).toBe('2031-000002');
  // The credit note contains the number of the invoice, too.
  expect(await last.read(creditNote)).toMatchObject({ invoice, document: { number: creditNote } });
  const printed = await findInvoice(db, creditNote);
  const sheets = await Array.fromAsync(toInvoices(pagesOf(printed), undefined));
  expect(sheets.join('')).toContain(`<dt>Credit for invoice</dt><dd>${invoice}</dd>`);
});

test('the days of documents never go back, whatever becomes of time zone and clock', async () => {
  const { shop, services, order, documents } = await openPenShop({
    ...{ name: 'Birch', timeZone: 'Pacific/Auckland' },
  });
  const issueAt = async (at: number) => {
    // The order takes a moment.
    shop.pass(at - SETTLE_MS - 5_000 - services.now());
    await order();
    await issueInvoices({ ...services, now: () => at });
  };
  const newYear = Date.UTC(2030, 11, 31, 11);
  await issueAt(newYear + 20_000);
  await replaceIdentity(services, { name: 'Birch', timeZone: 'America/Los_Angeles' });
  await issueAt(newYear + 40_000);
  await issueAt(Date.UTC(2031, 0, 2, 12));
  expect(await documents()).toMatchObject([
    { number: '2031-000001', issued_on: '2031-01-01', supplied_on: '2031-01-01' },
    { number: '2031-000002', issued_on: '2031-01-01', supplied_on: '2030-12-31' },
    { number: '2031-000003', issued_on: '2031-01-02', supplied_on: '2031-01-02' },
  ]);
});

test('a credit note comes after its invoice, also where a slow clock has dated it earlier', async () => {
  const { shop, services, db, operator, order, documents } = await openPenShop(birch);
  const { orderId } = await order();
  await operator.change(orderId, 'cancel');
  const made_at = services.now() - 60_000;
  await db.updateTable('order_changes').set({ made_at }).execute();
  expect(await issueInvoices(services)).toBe(0);
  shop.pass(SETTLE_MS + 1);
  expect(await issueInvoices(services)).toBe(2);
  expect(await documents()).toMatchObject([{ change_number: 0 }, { change_number: 1 }]);
});

async function* pagesOf(document: AdminInvoice) {
  yield [document];
}

test('a shop that stops issues no more batches, and the next start issues the rest', async () => {
  const { services: own, shopper } = await openTestShop();
  const { db: its, now } = own;
  await replaceIdentity(own, { name: 'Birch' });
  const { userId } = await shopper();
  const order = { user_id: userId, address_id: 'home', address: '1 Long Road', total_cents: 105 };
  const orders = Array.from({ length: 101 }, (_, n) => ({
    ...order,
    id: `order-${n}`,
    number: `N${n}`,
    balance_after_cents: 0,
    placed_at: now() - SETTLE_MS,
    deliver_by: '2026-11-20',
    terms: 1,
  }));
  await its.insertInto('orders').values(orders).execute();
  const stop = new AbortController();
  // The shop is told to stop while it issues the first batch.
  const nowStopping = () => {
    stop.abort();
    return now();
  };
  expect(await issueInvoices({ ...own, now: nowStopping }, stop.signal)).toBe(100);
  expect(await issueInvoices(own)).toBe(1);
});
