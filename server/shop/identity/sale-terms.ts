/** What an order keeps of the shop: the legal facts that its documents need, and the rate of tax of each line. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { countryName } from '../../../contract/countries.ts';
import { DOCUMENT_YEARS, type ShopIdentity } from '../../../contract/shop-identity.ts';
import { taxRatesOf } from '../../../contract/tax.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { quote } from '../../platform/quote.ts';
import type { Db, SaleTermsRow, Tx } from '../../platform/storage/schema.ts';

/** The number of today's terms; null if the shop has no identity. */
const currentTerms = sql<number | null>`
  (select max(number) from sale_terms where exists (select 1 from shop_identity))`;

/**
 * What a line of an order is sold with, for a query of products. The same statement reads the price, so that all values
 * are consistent.
 */
export const soldWith = [
  currentTerms.as('terms'),
  sql<string | null>`products.tax`.as('taxKey'),
  sql<number | null>`
    (select rate from sale_rates where sale_rates.terms = ${currentTerms}
      and (key = products.tax or (products.tax is null and usual = 1)))`.as('taxRate'),
] as const;

/** The keys of the shop's rates; none without an identity or a tax. Requires `lockCatalogue` for a change of products. */
export async function readTaxKeys(db: Db): Promise<string[]> {
  const rates = db.selectFrom('sale_rates').select('key').where('terms', '=', currentTerms);
  return (await rates.orderBy('key').execute()).map(({ key }) => key);
}

/** @throws OperatorError if products name a rate that the identity lacks. Requires `lockCatalogue`. */
async function refuseMissingRates(tx: Tx, identity: ShopIdentity): Promise<void> {
  const keys = taxRatesOf(identity).map(({ key }) => key);
  const missing = await tx
    .selectFrom('products')
    .select((eb) => ['tax', eb.fn.countAll<number>().as('count'), eb.fn.min('id').as('example')])
    .where('tax', 'is not', null)
    .$if(keys.length > 0, (query) => query.where('tax', 'not in', keys))
    .groupBy('tax')
    .orderBy('tax')
    .execute();
  if (missing.length === 0) return;
  const sentences = missing.map(({ tax, count, example }) => {
    const products = count === 1 ? 'product has' : 'products have';
    return `/tax lacks the rate ${quote(tax)}, which ${count} ${products}, such as ${quote(example)}.`;
  });
  throw new OperatorError(sentences.join('\n'));
}

/**
 * Adds the terms of an identity, unless they are the last ones. Requires `lockCatalogue`.
 * @throws OperatorError if products name a rate that the identity lacks
 */
export async function writeSaleTerms(tx: Tx, identity: ShopIdentity, now: number): Promise<void> {
  await refuseMissingRates(tx, identity);
  if (await hasTermsOf(tx, identity)) return;
  const number = ((await readLastTerms(tx))?.number ?? 0) + 1;
  const { rates, ...terms } = termsOf(identity);
  await tx
    .insertInto('sale_terms')
    .values({ ...terms, number, since: now })
    .execute();
  if (rates.length === 0) return;
  await tx
    .insertInto('sale_rates')
    .values(rates.map((rate) => ({ ...rate, terms: number })))
    .execute();
}

/** Whether the last terms are those of this identity. */
export async function hasTermsOf(db: Db, identity: ShopIdentity): Promise<boolean> {
  const last = await readLastTerms(db);
  if (last === undefined) return false;
  const { number, since, ...terms } = last;
  return isDeepStrictEqual(termsOf(identity), { ...terms, rates: await readRates(db, number) });
}

function termsOf(identity: ShopIdentity) {
  return {
    seller: sellerOf(identity),
    tax_name: identity.tax?.name ?? null,
    time_zone: identity.timeZone ?? 'UTC',
    document_years: identity.documentYears ?? DOCUMENT_YEARS,
    rates: taxRatesOf(identity)
      .map(({ key, rate, isUsual }) => ({ key, rate, usual: isUsual ? 1 : 0 }))
      .sort((one, other) => (one.key < other.key ? -1 : 1)),
  };
}

/** The terms of the shop, or those that it had last. @returns undefined if it never had an identity */
export function readLastTerms(db: Db): Promise<SaleTermsRow | undefined> {
  return db
    .selectFrom('sale_terms')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function readRates(db: Db, terms: number) {
  const rows = await db
    .selectFrom('sale_rates')
    .select(['key', 'rate', 'usual'])
    .where('terms', '=', terms)
    .orderBy('key')
    .execute();
  // The rows of SQLite have no prototype.
  return rows.map((row) => ({ ...row }));
}

/** @returns lines of text */
function sellerOf({ name, seller, tax }: ShopIdentity): string {
  if (seller === undefined) return name;
  const { legalName, address, country, taxId, email, phone } = seller;
  return [
    legalName,
    address,
    countryName(country),
    taxId && `${tax?.name ?? 'Tax'} number ${taxId}`,
    email,
    phone,
  ]
    .filter(Boolean)
    .join('\n');
}
