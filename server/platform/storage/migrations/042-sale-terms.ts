/**
 * An order keeps the legal facts and the rates of tax that it was sold with, and a document has its days, its buyer and
 * its tax by rate. Documents that are there stay as they were issued.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';

type AnySchema = Kysely<unknown>;

const BATCH_SIZE = 1_000;
/** The rate of a text like `19% VAT`, as release 1.0.0 stored it. */
const TAX = /^([\d.e+-]+)% (.*)$/;

export async function up(db: AnySchema): Promise<void> {
  await addTables(db);
  await sql`create table old_invoices as select * from invoices`.execute(db);
  await db.schema.dropTable('invoices').execute();
  await addInvoices(db);
  const identity = await readIdentity(db);
  const last = await addTermsOfDocuments(db, identity);
  if (identity !== undefined) await addTermsOfShop(db, identity, last + 1);
  await sql`
    update order_changes set terms = (select terms from orders where orders.id = order_id)
    where amount_cents > 0`.execute(db);
  await copyInvoices(db, identity?.timeZone ?? 'UTC');
  for (const table of ['old_invoices', 'invoice_start']) {
    await db.schema.dropTable(table).execute();
  }
}

async function addTables(db: AnySchema): Promise<void> {
  await db.schema
    .createTable('sale_terms')
    .addColumn('number', 'integer', (c) => c.primaryKey())
    .addColumn('seller', 'text', (c) => c.notNull())
    .addColumn('tax_name', 'text')
    .addColumn('time_zone', 'text', (c) => c.notNull())
    .addColumn('document_years', 'integer', (c) => c.notNull().check(sql`document_years >= 1`))
    .addColumn('since', 'bigint')
    .execute();
  await db.schema
    .createTable('sale_rates')
    .addColumn('terms', 'integer', (c) => c.notNull().references('sale_terms.number'))
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('rate', 'integer', (c) => c.notNull().check(sql`rate between 0 and 100000`))
    .addColumn('usual', 'integer', (c) => c.notNull().check(sql`usual in (0, 1)`))
    .addPrimaryKeyConstraint('sale_rates_key', ['terms', 'key'])
    .execute();
  for (const table of ['orders', 'order_changes']) {
    await db.schema
      .alterTable(table)
      .addColumn('terms', 'integer', (c) => c.references('sale_terms.number'))
      .execute();
    await db.schema.dropIndex(`${table}_without_invoice`).execute();
  }
  await sql`
    create index orders_without_invoice on orders (placed_at)
      where invoice is null and terms is not null`.execute(db);
  await sql`
    create index order_changes_without_invoice on order_changes (made_at)
      where invoice is null and terms is not null`.execute(db);
  await db.schema.alterTable('order_items').addColumn('tax_rate', 'integer').execute();
}

async function addInvoices(db: AnySchema): Promise<void> {
  await db.schema
    .createTable('invoices')
    .addColumn('number', 'text', (c) => c.primaryKey())
    .addColumn('year', 'integer', (c) => c.notNull())
    .addColumn('sequence', 'integer', (c) => c.notNull().check(sql`sequence >= 1`))
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('change_number', 'integer', (c) => c.notNull().check(sql`change_number >= 0`))
    .addColumn('amount_cents', 'bigint', (c) => c.notNull().check(sql`amount_cents > 0`))
    .addColumn('issued_on', 'text', (c) => c.notNull())
    .addColumn('supplied_on', 'text', (c) => c.notNull())
    .addColumn('buyer', 'text')
    .addUniqueConstraint('invoices_sequence', ['year', 'sequence'])
    .addUniqueConstraint('invoices_document', ['order_id', 'change_number'])
    .execute();
  await sql`create index invoices_with_buyer on invoices (year) where buyer is not null`.execute(
    db,
  );
  await db.schema
    .createTable('invoice_taxes')
    .addColumn('number', 'text', (c) => c.notNull().references('invoices.number'))
    .addColumn('rate', 'integer', (c) => c.notNull())
    .addColumn('gross_cents', 'bigint', (c) => c.notNull().check(sql`gross_cents > 0`))
    .addColumn('tax_cents', 'bigint', (c) => c.notNull().check(sql`tax_cents >= 0`))
    .addPrimaryKeyConstraint('invoice_taxes_key', ['number', 'rate'])
    .execute();
}

/** What the identity of release 1.0.0 has that documents need. */
interface Identity {
  name: string;
  timeZone?: string;
  tax?: { name: string; percent: number };
  seller?: {
    legalName: string;
    address: string;
    country: string;
    taxId?: string;
    email: string;
    phone?: string;
  };
}

async function readIdentity(db: AnySchema): Promise<Identity | undefined> {
  const query: RawBuilder<{ document: string }> = sql`select document from shop_identity`;
  const [row] = (await query.execute(db)).rows;
  // Only checked documents are written.
  return row && (JSON.parse(row.document) as Identity);
}

interface Terms {
  number: number;
  seller: string;
  /** Like `19% VAT`. */
  tax: string | null;
  timeZone: string;
  since: number | null;
}

/** @returns the rate of the tax, in thousandths of a percent; null without tax */
async function addTerms(db: AnySchema, terms: Terms): Promise<number | null> {
  const { number, seller, tax, timeZone, since } = terms;
  const [, percent, name = null] = TAX.exec(tax ?? '') ?? [];
  await sql`
    insert into sale_terms (number, seller, tax_name, time_zone, document_years, since)
    values (${number}, ${seller}, ${name}, ${timeZone}, 10, ${since})`.execute(db);
  if (name === null) return null;
  const rate = Math.round(Number(percent) * 1_000);
  await sql`
    insert into sale_rates (terms, key, rate, usual)
    values (${number}, 'standard', ${rate}, 1)`.execute(db);
  return rate;
}

/** Orders with an invoice were sold as that says. @returns the number of the last terms */
async function addTermsOfDocuments(db: AnySchema, identity?: Identity): Promise<number> {
  const query: RawBuilder<{ seller: string; tax: string | null }> = sql`
    select distinct seller, tax from old_invoices where change_number = 0 order by seller, tax`;
  const { rows } = await query.execute(db);
  for (const [index, { seller, tax }] of rows.entries()) {
    const number = index + 1;
    const timeZone = identity?.timeZone ?? 'UTC';
    const rate = await addTerms(db, { number, seller, tax, timeZone, since: null });
    const orders = sql`
      select order_id from old_invoices
      where change_number = 0 and seller = ${seller} and coalesce(tax, '') = ${tax ?? ''}`;
    await sellWith(db, { number, rate }, orders);
  }
  return rows.length;
}

/** The orders of the last seconds, which have no invoice yet, are sold as the shop is today. */
async function addTermsOfShop(db: AnySchema, identity: Identity, number: number): Promise<void> {
  const { name, timeZone = 'UTC', tax, seller } = identity;
  const lines = seller && [
    seller.legalName,
    seller.address,
    new Intl.DisplayNames('en', { type: 'region' }).of(seller.country),
    seller.taxId && `${tax?.name ?? 'Tax'} number ${seller.taxId}`,
    seller.email,
    seller.phone,
  ];
  const rate = await addTerms(db, {
    number,
    seller: lines?.filter(Boolean).join('\n') ?? name,
    tax: tax ? `${tax.percent}% ${tax.name}` : null,
    timeZone,
    since: Date.now(),
  });
  const orders = sql`
    select id from orders where invoice is null
      and placed_at > coalesce((select placed_after from invoice_start), 0)`;
  await sellWith(db, { number, rate }, orders);
}

async function sellWith(
  db: AnySchema,
  { number, rate }: { number: number; rate: number | null },
  orders: RawBuilder<unknown>,
): Promise<void> {
  await sql`update orders set terms = ${number} where id in (${orders})`.execute(db);
  await sql`update order_items set tax_rate = ${rate} where order_id in (${orders})`.execute(db);
}

interface OldInvoice {
  number: string;
  year: number;
  sequence: number;
  order_id: string;
  change_number: number;
  amount_cents: number;
  tax: string | null;
  tax_cents: number;
  issued_at: number;
  supplied_at: number;
  address: string;
}

async function copyInvoices(db: AnySchema, timeZone: string): Promise<void> {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone });
  let day = '';
  for (let after: OldInvoice | undefined; ; ) {
    const rows = await readBatch(db, after);
    after = rows.at(-1);
    if (after === undefined) return;
    for (const row of rows) {
      // The number had the year of the order, and its date the day of issue, some seconds later.
      const inYear = clamp(format.format(row.issued_at), `${row.year}-01-01`, `${row.year}-12-31`);
      if (inYear > day) day = inYear;
      await sql`
        insert into invoices (number, year, sequence, order_id, change_number, amount_cents,
          issued_on, supplied_on, buyer)
        values (${row.number}, ${row.year}, ${row.sequence}, ${row.order_id}, ${row.change_number},
          ${row.amount_cents}, ${day}, ${format.format(row.supplied_at)},
          ${row.address === '' ? null : row.address})`.execute(db);
      const percent = TAX.exec(row.tax ?? '')?.[1];
      if (percent === undefined) continue;
      await sql`
        insert into invoice_taxes (number, rate, gross_cents, tax_cents)
        values (${row.number}, ${Math.round(Number(percent) * 1_000)}, ${row.amount_cents},
          ${row.tax_cents})`.execute(db);
    }
  }
}

async function readBatch(db: AnySchema, after: OldInvoice | undefined): Promise<OldInvoice[]> {
  const where = after ? sql`where (year, sequence) > (${after.year}, ${after.sequence})` : sql``;
  const query: RawBuilder<OldInvoice> = sql`
    select old_invoices.*, address, coalesce(made_at, placed_at) as supplied_at
    from old_invoices join orders on orders.id = old_invoices.order_id
      left join order_changes on order_changes.order_id = old_invoices.order_id
        and order_changes.number = change_number
    ${where} order by year, sequence limit ${sql.lit(BATCH_SIZE)}`;
  return (await query.execute(db)).rows;
}

function clamp(day: string, first: string, last: string): string {
  if (day < first) return first;
  return day > last ? last : day;
}
