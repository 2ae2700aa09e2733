/** Shops that are broken when they issue invoices and credit notes. */
import { type BrokenShop, calm, inFile, operated } from './broken-shop.ts';

const invoices = inFile('shop/invoices/issue.ts');
const issuer = inFile('shop/orders/issuer.ts');
const orderTables = inFile('platform/storage/tables/orders.ts');
const shopTables = inFile('platform/storage/tables/shop.ts');
const credits = inFile('shop/invoices/credits.ts');
const pending = inFile('shop/invoices/pending.ts');
const terms = inFile('shop/identity/sale-terms.ts');

export const documents: Record<string, BrokenShop> = {
  'leaves out a number before each credit note': {
    violates: 'invoices and credit notes are numbered without a gap',
    plan: calm,
    replacements: [
      invoices(
        'sequence: year === last.year ? last.sequence + 1 : 1',
        'sequence: year === last.year ? last.sequence + (changeNumber > 0 ? 2 : 1) : 1',
      ),
    ],
  },
  'notes in another transaction which orders have an invoice': {
    violates: 'every invoice is the only one of its order, and every credit note of what went back',
    replacements: [
      invoices('for (const row of rows) await noteInvoice(tx, row);', ''),
      invoices('async function noteInvoice', 'export async function noteInvoice'),
      issuer('import { hasPending, issueBatch }', 'import { hasPending, issueBatch, noteInvoice }'),
      issuer('issued += await transactShop', 'const documents = await transactShop'),
      issuer(
        'return documents.length;\n    });',
        `return documents;
        });
        await transactShop(services, async (tx) => {
          for (const document of documents) await noteInvoice(tx, document);
        });
        issued += documents.length;`,
      ),
      shopTables("uniques: { events_in_order: ['order_id', 'number', 'type'] },", ''),
      orderTables("invoices_document: ['order_id', 'change_number'],", ''),
    ],
  },
  'reads the last number of a document before its transaction': {
    violates: 'invoices and credit notes are numbered without a gap',
    plan: calm,
    replacements: [
      issuer('import { hasPending, issueBatch }', 'import { hasPending, issueBatch, readLast }'),
      issuer(
        'issued += await transactShop',
        `const last = await readLast(db);
        issued += await transactShop`,
      ),
      issuer('issueBatch(tx, now())', 'issueBatch(tx, now(), last)'),
      invoices('async function readLast', 'export async function readLast'),
      invoices('issueBatch(tx: Tx, now: number)', 'issueBatch(tx, now, last)'),
      invoices('numberDocuments(tx, pending, now);', 'numberDocuments(tx, pending, now, last);'),
      invoices('  now: number,\n): Promise<InvoiceRow[]> {', '  now: number, last,\n) {'),
      invoices('let last = await readLast(tx);', ''),
      orderTables('number: text({ key: true })', 'number: text()'),
      orderTables("number: text({ references: 'invoices.number' })", 'number: text()'),
      orderTables("invoices_sequence: ['year', 'sequence'],", ''),
      orderTables(
        "key: ['number', 'rate'],",
        "key: ['number', 'rate', 'gross_cents', 'tax_cents'],",
      ),
      invoices(
        "insertInto('invoice_taxes').values(taxes)",
        "insertInto('invoice_taxes').onConflict((same) => same.doNothing()).values(taxes)",
      ),
    ],
  },
  'numbers the credit note of an order before its invoice': {
    violates: 'documents are dated in their order, in the year of their number',
    isSlow: true,
    plan: calm,
    replacements: [
      pending(
        '.sort((one, other) => one.at - other.at || one.changeNumber - other.changeNumber);',
        '.sort((one, other) => other.changeNumber - one.changeNumber);',
      ),
      pending('return invoiced.has(orderId);', 'return true;'),
    ],
  },
  'dates documents by the time zone of today alone': {
    violates: 'documents are dated in their order, in the year of their number',
    plan: calm,
    replacements: [invoices('issued_on: issuedOn,', 'issued_on: today,')],
  },
  'rounds the tax of each credit note by itself': {
    violates: 'a document has the taxes of what was sold, or of what went back so far',
    isSlow: true,
    plan: operated,
    replacements: [
      credits(
        'includedTax(before + grossCents, rate) - includedTax(before, rate)',
        'includedTax(grossCents, rate)',
      ),
    ],
  },
  'sells with the first rates that the shop had': {
    violates: 'prices and taxes were valid during the checkout',
    plan: calm,
    replacements: [
      terms(
        `(select rate from sale_rates where sale_rates.terms = \${currentTerms}`,
        '(select rate from sale_rates where sale_rates.terms = 1',
      ),
    ],
  },
  'invoices what it sells without an identity': {
    violates: 'prices and taxes were valid during the checkout',
    plan: calm,
    replacements: [terms(' where exists (select 1 from shop_identity))`;', ')`;')],
  },
};
