import { expect, test } from 'vitest';
import { findViolations, invariantsOf } from '../../../operations/audit/audit.ts';
import { readDocuments } from '../../../shop/invoices/store.ts';
import { issueInvoices } from '../../../shop/orders/issuer.ts';
import { engine } from '../../../testing/test-database.ts';
import { noMeter } from '../../metrics/meter.ts';
import { noOutbox } from '../../webhooks/outbox.ts';
import { migrate } from '../migrate.ts';
import { openBefore } from './upgrade.testing.ts';

/** New Year in Berlin is an hour earlier. */
const NEW_YEAR = Date.UTC(2026, 0, 1);

const order = (id: string, placedAt: number, invoice: string | null) => `
  insert into orders (id, user_id, address_id, address, total_cents, balance_after_cents, placed_at, number, invoice, status, refunded_cents)
    values ('${id}', 'u', 'a', '1 Long Road', 1595, 1, ${placedAt}, '${id}', ${invoice && `'${invoice}'`}, 'cancelled', 1595);
  insert into order_items (order_id, line, product_id, name, cost_cents, qty) values ('${id}', 0, 'pen', 'Pen', 1595, 1);
  insert into order_changes (order_id, number, kind, amount_cents, made_by, made_at, invoice)
    values ('${id}', 1, 'cancelled', 1595, 'operator', ${placedAt + 1}, ${invoice && `'${invoice.replace(/1$/, '2')}'`})`;
const invoice = (number: string, change: number, tax: string, cents: number) => `
  insert into invoices (number, year, sequence, order_id, change_number, amount_cents, seller, tax, tax_cents, issued_at)
    values ('${number}', 2025, ${change + 1}, 'second', ${change}, 1595, 'Birch Ltd', ${tax}, ${cents}, ${NEW_YEAR + 15_000})`;
const identity = {
  name: 'Birch',
  timeZone: 'Europe/Berlin',
  tax: { name: 'VAT', percent: 7.5 },
  seller: {
    ...{ legalName: 'Birch Ltd', address: '2 Mill Lane', country: 'DE', taxId: 'DE1' },
    email: 'a@b.example',
  },
};
const person = `insert into users (id, username, username_key, password_hash, created_at)
  values ('u', 'Somebody', 'somebody', 'x', 1)`;
const start = 'insert into invoice_start (id, placed_after) values (1, 7)';
const shop = `insert into shop_identity (id, version, document) values (1, 'v', '${JSON.stringify(identity)}')`;

const services = { outbox: noOutbox, meter: noMeter };

async function upgrade(rows: readonly string[]) {
  const db = await openBefore('042-sale-terms', rows.join(';').split(';'));
  await migrate(db, engine);
  return db;
}

test('documents stay as they were issued, and orders with one keep what it says', async () => {
  const db = await upgrade([
    ...[person, shop, start, order('first', 7, null), order('second', NEW_YEAR - 1, '2025-000001')],
    ...[invoice('2025-000001', 0, "'19% VAT'", 255), invoice('2025-000002', 1, "'16% VAT'", 220)],
    order('third', NEW_YEAR + 90_000, null),
  ]);
  const rows = await db.selectFrom('invoices').selectAll().orderBy('sequence').execute();
  const common = {
    ...{ issuedOn: '2025-12-31', suppliedOn: '2026-01-01', seller: 'Birch Ltd' },
    ...{ buyer: '1 Long Road', total: 15.95 },
    lines: [{ name: 'Pen', qty: 1, cost: 15.95, amount: 15.95, taxPercent: 19 }],
  };
  expect(await readDocuments(db, rows)).toEqual([
    {
      ...{ ...common, number: '2025-000001' },
      taxes: [{ name: 'VAT', percent: 19, net: 13.4, tax: 2.55, gross: 15.95 }],
    },
    {
      ...{ ...common, number: '2025-000002' },
      taxes: [{ name: 'VAT', percent: 16, net: 13.75, tax: 2.2, gross: 15.95 }],
    },
  ]);
  const sold = db.selectFrom('orders').select(['id', 'terms']).orderBy('placed_at');
  // The first is older than the shop's invoices, and the third has none yet.
  expect(await sold.execute()).toEqual([
    { id: 'first', terms: null },
    { id: 'second', terms: 1 },
    { id: 'third', terms: 2 },
  ]);
  expect(await issueInvoices({ ...services, db, now: () => NEW_YEAR + 200_000 })).toBe(2);
  const names = (await findViolations(db, invariantsOf(engine))).map(({ name }) => name);
  expect(names.filter((name) => /invoice|document|credit/.test(name))).toEqual([]);
  const [third] = await db.selectFrom('invoices').selectAll().where('year', '=', 2026).execute();
  expect((await readDocuments(db, third ? [third] : []))[0]).toMatchObject({
    ...{ number: '2026-000001', issuedOn: '2026-01-01' },
    seller: 'Birch Ltd\n2 Mill Lane\nGermany\nVAT number DE1\na@b.example',
    taxes: [{ percent: 7.5 }],
  });
});

test('a shop without an identity keeps the documents that it has issued, and issues no more', async () => {
  const db = await upgrade([
    ...[person, order('second', NEW_YEAR - 1, '2025-000001')],
    ...[invoice('2025-000001', 0, 'null', 0), invoice('2025-000002', 1, 'null', 0)],
    order('third', NEW_YEAR + 90_000, null),
  ]);
  const rows = await db.selectFrom('invoices').selectAll().execute();
  const taxes = (await readDocuments(db, rows)).map((document) => document.taxes);
  expect(taxes).toEqual([[], []]);
  expect(await issueInvoices({ ...services, db, now: () => NEW_YEAR + 200_000 })).toBe(0);
});
