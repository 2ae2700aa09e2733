/** Shops that are broken on purpose, each by texts that replace others in its sources. A checker must find each. */
import { resolve } from 'node:path';
import type { InvariantName } from '../../checker/checker.ts';
import type { Plan } from '../drill.ts';

/** A text that replaces another in a server's sources; see hook.ts. */
export type Replacement = { file: string; from: string; to: string };

export const root = resolve(import.meta.dirname, '../../..');
export const inFile = (name: string) => (from: string, to: string) => {
  return { file: resolve(root, 'server', name), from, to };
};
const checkout = inFile('shop/orders/checkout.ts');
const change = inFile('shop/orders/change.ts');
const routes = inFile('shop/orders/routes.ts');
const migration = inFile('platform/storage/migrations/001-shop.ts');
const changesMigration = inFile('platform/storage/migrations/010-order-changes.ts');
const importCheckout = "import { placeOrder } from './checkout.ts';";
const importWallet = "import { debitWallet, recordPayment } from '../wallet/store.ts';";

const placeInTransaction = `const result = await withShopper(options, shopper, (tx, recorder) =>
        placeOrder(`;

interface BrokenShop {
  violates: InvariantName;
  plan: Partial<Plan>;
  replacements: Replacement[];
}

export const shops: Record<string, BrokenShop> = {
  'debits the wallet after the order, in another transaction': {
    violates: 'every wallet is $5000 less its orders, plus what went back, and not negative',
    plan: { kills: 3, shoppers: 8, moments: ['an order was sent'] },
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
    plan: { lastResponses: 600 },
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
    plan: { lastResponses: 400 },
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
    plan: { lastResponses: 200 },
    replacements: [
      routes(
        placeInTransaction,
        `const taken = await withShopper(options, shopper, async (tx) => {
          const cart = await readPricedCart(tx, shopper.userId);
          await emptyCart(tx, shopper.userId).execute();
          return cart;
        });
        ${placeInTransaction}`,
      ),
      routes(
        importCheckout,
        `import { emptyCart, readPricedCart } from '../cart/store.ts'; ${importCheckout}`,
      ),
      routes('addressId: request.body.addressId,', 'taken, addressId: request.body.addressId,'),
      checkout('const priced = await readPricedCart(tx, userId);', 'const priced = request.taken;'),
    ],
  },
  'acknowledges the order before it is committed': {
    violates: 'every acknowledged order exists, once, as acknowledged',
    plan: { kills: 1, moments: ['an order was acknowledged'] },
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
    plan: { shoppers: 8, lastResponses: 1_000 },
    replacements: [
      change(
        'const found = await findOrder(tx, userId, orderId);',
        'const found = request.found ?? (await findOrder(tx, userId, orderId));',
      ),
      routes(
        'const change = {',
        'const change = { found: await findOrder(options.db, shopper.userId, request.params.id),',
      ),
    ],
  },
  'returns the stock of an order with every request to cancel it': {
    violates: 'stock is what was there less what was sold, and not negative',
    plan: { lastResponses: 400 },
    replacements: [
      change("if (change.kind === 'cancelled') await returnToStock(tx, items);", ''),
      change(
        'const change = decideChange(order, action, amountCents);',
        `const change = decideChange(order, action, amountCents);
        if (action === 'cancel') await returnToStock(tx, items);`,
      ),
    ],
  },
  'ignores the key of a refund': {
    violates: 'every change of an order was requested, and happened once',
    plan: { operators: 8, lastResponses: 2_500 },
    replacements: [
      change('if (first) return replay(found, first, amountCents);', ''),
      changesMigration(
        ".addUniqueConstraint('order_changes_request_key', ['order_id', 'request_key'])",
        '',
      ),
    ],
  },
};
