/** Shops that are broken on purpose, each by texts that replace others in its sources. The simulation must find each. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InvariantName } from '../checker/checker.ts';

/** A text that replaces another in a module; see hook.ts. */
export interface Replacement {
  /** The module's URL. */
  module: string;
  from: string;
  to: string;
}

interface BrokenShop {
  violates: InvariantName;
  replacements: Replacement[];
}

const server = resolve(import.meta.dirname, '../../server');
const inFile = (name: string) => (from: string, to: string) => {
  return { module: pathToFileURL(resolve(server, name)).href, from, to };
};
const checkout = inFile('shop/orders/checkout.ts');
const change = inFile('shop/orders/change.ts');
const routes = inFile('shop/orders/routes.ts');
const migration = inFile('platform/storage/migrations/001-shop.ts');
const groupCommit = inFile('platform/storage/sqlite/group-commit.ts');
const dialect = inFile('platform/storage/sqlite/dialect.ts');
const changesMigration = inFile('platform/storage/migrations/033-order-history.ts');
const invoices = inFile('shop/invoices/issue.ts');
const invoicesMigration = inFile('platform/storage/migrations/042-sale-terms.ts');
const eventsMigration = inFile('platform/storage/migrations/043-invoice-events.ts');
const importCheckout = "import { placeOrder, withUnusedNumber } from './checkout.ts';";
const importWallet = "import { debitWallet, recordPayment } from '../wallet/store.ts';";

const placeInTransaction = `const result = await withUnusedNumber(() =>
        withShopper(options, shopper, (tx, recorder) =>
          placeOrder(`;

export const shops: Record<string, BrokenShop> = {
  'debits the wallet after the order, in another transaction': {
    violates: 'every wallet is $5000 less its orders, plus what went back, and not negative',
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
    replacements: [
      checkout('if (idempotencyKey !== undefined) {', 'if (false) {'),
      migration(
        ".addUniqueConstraint('orders_idempotency_key', ['user_id', 'idempotency_key'])",
        '',
      ),
    ],
  },
  'charges the total that the client expects': {
    violates: 'every total is the sum of its lines, and as expected',
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
    replacements: [
      change(
        "if (change.kind === 'cancelled') await returnToStock(tx, items, { orderId, at: now });",
        '',
      ),
      change(
        'const change = decideChange(order, action, request.amountCents ?? returns.amountCents);',
        `const change = decideChange(order, action, request.amountCents ?? returns.amountCents);
        if (action === 'cancel') await returnToStock(tx, items, { orderId, at: now });`,
      ),
    ],
  },
  'ignores the key of a refund': {
    violates: 'every change of an order was requested, and happened once',
    replacements: [
      change('if (first) return replay(found, request, { first, returned });', ''),
      changesMigration(
        ".addUniqueConstraint('order_changes_request_key', ['order_id', 'request_key'])",
        '',
      ),
    ],
  },
  'leaves out a number before each credit note': {
    violates: 'invoices and credit notes are numbered without a gap',
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
      invoices(
        'issued += await transactShop(services, (tx, recorder) => issueBatch({ tx, recorder }, now()));',
        `const rows = await transactShop(services, (tx, recorder) => issueBatch({ tx, recorder }, now()));
        await transactShop(services, async (tx) => {
          for (const row of rows) await noteInvoice(tx, row);
        });
        issued += rows.length;`,
      ),
      invoices('return rows.length;', 'return rows;'),
      invoices('return 0;', 'return [];'),
      eventsMigration(
        ".addUniqueConstraint('events_in_order', ['order_id', 'number', 'type'])\n    .addCheck",
        '.addCheck',
      ),
      invoicesMigration(
        ".addUniqueConstraint('invoices_document', ['order_id', 'change_number'])",
        '',
      ),
    ],
  },
  // These two lose what they have acknowledged only if the power fails at the right moment.
  'acknowledges a transaction before its commit if others wait': {
    violates: 'every acknowledged order exists, once, as acknowledged',
    replacements: [
      groupCommit(
        'const committed = this.#untilCommitted();',
        'const committed = this.#queued > 0 ? Promise.resolve() : this.#untilCommitted();',
      ),
    ],
  },
  'does not wait for the disk': {
    violates: 'every acknowledged order exists, once, as acknowledged',
    replacements: [dialect('synchronous = full', 'synchronous = normal')],
  },
};
