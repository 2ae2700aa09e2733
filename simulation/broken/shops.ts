/** Shops that are broken on purpose, each by texts that replace others in its sources. The simulation must find each. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InvariantName } from '../checker/checker.ts';
import type { Plan } from '../simulate.ts';

/** A text that replaces another in a module; see hook.ts. */
export interface Replacement {
  /** The module's URL. */
  module: string;
  from: string;
  to: string;
}

interface BrokenShop {
  violates: InvariantName;
  /** What differs from the usual run, so that the defect shows soon. */
  plan?: Partial<Plan>;
  /** Whether it takes more than 5 seconds of the processor to find; the quick tests leave it out. */
  isSlow?: boolean;
  replacements: Replacement[];
}

const server = resolve(import.meta.dirname, '../../server');
const inFile = (name: string) => (from: string, to: string) => {
  return { module: pathToFileURL(resolve(server, name)).href, from, to };
};
const checkout = inFile('shop/orders/checkout.ts');
const change = inFile('shop/orders/change.ts');
const routes = inFile('shop/orders/routes.ts');
const groupCommit = inFile('../packages/kysely-node-sqlite/group-commit.ts');
const dialect = inFile('../packages/kysely-node-sqlite/index.ts');
const invoices = inFile('shop/invoices/issue.ts');
const issuer = inFile('shop/orders/issuer.ts');
const orderTables = inFile('platform/storage/tables/orders.ts');
const moneyTables = inFile('platform/storage/tables/money.ts');
const shopTables = inFile('platform/storage/tables/shop.ts');
const credits = inFile('shop/invoices/credits.ts');
const pending = inFile('shop/invoices/pending.ts');
const terms = inFile('shop/identity/sale-terms.ts');
const events = inFile('shop/orders/events.ts');
const deliver = inFile('platform/webhooks/deliver.ts');
const outbox = inFile('platform/webhooks/store.ts');
const erase = inFile('shop/personal-data/erase.ts');
const wallet = inFile('operations/accounts/wallet.ts');
const shipAll = inFile('operations/orders/ship-all.ts');
const applied = inFile('operations/feeds/apply/applied-files.ts');
const stock = inFile('operations/feeds/stock.ts');
/** Shoppers alone. */
const shopping: Partial<Plan> = { operators: 0 };
/** What needs no crash shows sooner without: orders are shipped, and paid back again and again. */
const calm: Partial<Plan> = { lastsMax: 5_000, checkChance: 0.01, operations: 250 };
const operated: Partial<Plan> = { ...calm, shoppers: 2, operators: 3 };
const importCheckout = "import { placeOrder, withUnusedNumber } from './checkout.ts';";
const importWallet = "import { debitWallet, recordPayment } from '../wallet/store.ts';";

const placeInTransaction = `const result = await withUnusedNumber(() =>
        withShopper(options, shopper, (tx, recorder) =>
          placeOrder(`;

export const shops: Record<string, BrokenShop> = {
  'debits the wallet after the order, in another transaction': {
    violates: 'every wallet is $5000 less its orders, plus what went back, and not negative',
    plan: shopping,
    replacements: [
      checkout(
        'const balanceAfter = await debitWallet(tx, userId, amountCents);',
        'const balanceAfter = (await readBalance(tx, userId)) - amountCents;',
      ),
      checkout(importWallet, importWallet.replace('debitWallet', 'readBalance')),
      routes(
        'const { order } = result;',
        `const { order } = result;
        if (!result.replayed) {
          await new Promise((resolve) => setTimeout(resolve, 1_000));
          await transact(options.db, (tx) => debitWallet(tx, order.user_id, order.total_cents));
        }`,
      ),
      routes(
        importCheckout,
        `import { transact } from '../../platform/storage/transaction.ts';
        import { debitWallet } from '../wallet/store.ts';
        ${importCheckout}`,
      ),
    ],
  },
  'ignores the idempotency key': {
    violates: 'no idempotency key has two orders',
    plan: shopping,
    replacements: [
      checkout('if (idempotencyKey !== undefined) {', 'if (false) {'),
      orderTables("orders_idempotency_key: ['user_id', 'idempotency_key'],", ''),
    ],
  },
  'charges the total that the client expects': {
    violates: 'every total is the sum of its lines, and as expected',
    plan: shopping,
    replacements: [
      checkout('checkExpectedTotal(priced, request.expectedTotal);', ''),
      checkout(
        'const amountCents = sumCents(lines);',
        'const amountCents = Math.round(Number(request.expectedTotal) * 100) || sumCents(lines);',
      ),
    ],
  },
  'empties the cart before the order, in another transaction': {
    violates: 'the requests of each shopper are linearizable',
    plan: shopping,
    replacements: [
      routes(
        placeInTransaction,
        `const taken = await withShopper(options, shopper, async (tx) => {
          const cart = await selectPricedCart(tx, shopper.userId).select(soldWith).execute();
          await emptyCart(tx, shopper.userId).execute();
          return cart;
        });
        ${placeInTransaction}`,
      ),
      routes(
        importCheckout,
        `import { emptyCart, selectPricedCart } from '../cart/store.ts';
         import { soldWith } from '../identity/sale-terms.ts'; ${importCheckout}`,
      ),
      routes('addressId: request.body.addressId,', 'taken, addressId: request.body.addressId,'),
      checkout(
        'const priced = await selectPricedCart(tx, userId).select(soldWith).execute();',
        'const priced = request.taken;',
      ),
    ],
  },
  'acknowledges the order before it is committed': {
    violates: 'every acknowledged order exists, once, as acknowledged',
    plan: shopping,
    replacements: [
      routes(placeInTransaction, placeInTransaction.replace('withShopper', 'early')),
      routes(
        importCheckout,
        `${importCheckout}
        const early = (services, shopper, work) =>
          new Promise((resolve, reject) => {
            const telling = async (tx, recorder) => {
              const done = await work(tx, recorder);
              resolve(done);
              await new Promise((soon) => setTimeout(soon, 200));
              return done;
            };
            withShopper(services, shopper, telling).catch(reject);
          });`,
      ),
    ],
  },
  'reads the status of an order before it cancels it, in another transaction': {
    violates: 'every change of an order was requested, and happened once',
    isSlow: true,
    replacements: [
      change(
        'const found = await findOrder(tx, userId, orderId);',
        `const found = await findOrder(tx, userId, orderId);
        if (found && request.found) found.order = request.found.order;`,
      ),
      routes(
        'const change = {',
        'const change = { found: await findOrder(options.db, shopper.userId, request.params.id),',
      ),
    ],
  },
  'returns the stock of an order with every request to cancel it': {
    violates: 'stock is what was there less what was sold, and not negative',
    plan: calm,
    replacements: [
      change('if (change.undoesSale) await returnToStock(tx, items, { orderId, at: now });', ''),
      change(
        'const change = decideChange(order, action, request.amountCents ?? returns.amountCents);',
        `const change = decideChange(order, action, request.amountCents ?? returns.amountCents);
        if (action === 'cancel') await returnToStock(tx, items, { orderId, at: now });`,
      ),
    ],
  },
  'ignores the key of a refund': {
    violates: 'every change of an order was requested, and happened once',
    plan: operated,
    replacements: [
      change('if (first) return replay(found, request, { first, returned });', ''),
      orderTables("uniques: { order_changes_request_key: ['order_id', 'request_key'] },", ''),
    ],
  },
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
  'tells of every change as a shipment': {
    violates: 'no event tells what never happened',
    plan: calm,
    replacements: [events(`= \`order.\${kind}\`;`, "= 'order.shipped';")],
  },
  'has no place in its outbox for another parcel': {
    violates: 'no response and no log line is a defect',
    plan: operated,
    replacements: [
      shopTables(
        'type: union(eventTypes)',
        "type: union(eventTypes.filter((type) => type !== 'order.tracked'))",
      ),
    ],
  },
  'sends the events of an order at the same time': {
    violates: 'the receiver of webhooks got every event of every order, in order',
    plan: calm,
    replacements: [
      outbox('not(or([exists(ofOrder), isErasure', 'not(or([eb.lit(false), isErasure'),
    ],
  },
  'notes that an event is delivered before it sends it': {
    violates: 'the receiver of webhooks got every event of every order, in order',
    isSlow: true,
    replacements: [
      deliver(
        'const outcome = await send(',
        'await noteDelivered(this.#options.db, event, now());\n      const outcome = await send(',
      ),
    ],
  },
  'loses the number of a parcel': {
    violates: 'every acknowledged change of an order is in its history',
    plan: operated,
    replacements: [change('tracking: request.tracking?.number ?? null,', 'tracking: null,')],
  },
  'ships a file order by order, in a transaction each': {
    violates: 'a file of parcels ships all of its orders, or none',
    isSlow: true,
    plan: operated,
    replacements: [
      shipAll(
        'const { now, newId } = services;',
        `const { now, newId } = services;
        if (parcels.length > 1) {
          const all = [];
          for (const parcel of parcels) all.push(await shipAll(services, [parcel]));
          const sum = (of) => all.reduce((total, one) => total + one[of], 0);
          return { shipped: sum('shipped'), already: sum('already') };
        }`,
      ),
    ],
  },
  'puts what comes back into stock twice': {
    violates: 'stock is what was there less what was sold, and not negative',
    isSlow: true,
    plan: operated,
    replacements: [
      change(
        'await restock(tx, restockedOf(returns.rows, items), { orderId, at: now });',
        `for (const _ of [1, 2]) {
          await restock(tx, restockedOf(returns.rows, items), { orderId, at: now });
        }`,
      ),
    ],
  },
  'forgets which units were paid back before': {
    violates: 'the requests of each shopper are linearizable',
    isSlow: true,
    plan: operated,
    replacements: [
      change('decideReturns(found, returned, request)', 'decideReturns(found, [], request)'),
    ],
  },
  'ignores the key of a credit': {
    violates: 'the requests of each shopper are linearizable',
    plan: operated,
    replacements: [
      wallet('if (key === undefined) return false;', 'return false;'),
      moneyTables("uniques: { ledger_notes_request_key: ['user_id', 'request_key'] },", ''),
    ],
  },
  'erases an account and leaves its money': {
    violates: 'every wallet is $5000 less its orders, plus what went back, and not negative',
    isSlow: true,
    plan: operated,
    replacements: [erase('if (balanceCents > 0) {', 'if (false) {')],
  },
  'applies a file that was killed from its beginning': {
    violates: 'a file changes a stock as it says, and once',
    isSlow: true,
    replacements: [
      applied('.values({ fingerprint, records,', '.values({ fingerprint, records: 0,'),
      applied('doUpdateSet({ records,', 'doUpdateSet({ records: 0,'),
    ],
  },
  'sets the stock to that of a file, whatever was sold meanwhile': {
    violates: 'a file changes a stock as it says, and once',
    plan: calm,
    replacements: [stock('after = known.stock + stock - stockSeen;', 'after = stock;')],
  },
  // These two lose what they have acknowledged only if the power fails at the right moment.
  'acknowledges a transaction before its commit if others wait': {
    violates: 'every acknowledged order exists, once, as acknowledged',
    plan: shopping,
    replacements: [
      groupCommit(
        'const committed = this.#untilCommitted();',
        'const committed = this.#queued > 0 ? Promise.resolve() : this.#untilCommitted();',
      ),
    ],
  },
  'does not wait for the disk': {
    violates: 'every acknowledged order exists, once, as acknowledged',
    plan: shopping,
    replacements: [dialect('synchronous = full', 'synchronous = normal')],
  },
};
