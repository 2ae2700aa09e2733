/** Shops that are broken at the checkout, or when they commit it. */
import { type BrokenShop, inFile, shopping } from './broken-shop.ts';

const checkout = inFile('shop/orders/checkout.ts');
const routes = inFile('shop/orders/routes.ts');
const groupCommit = inFile('../packages/kysely-node-sqlite/group-commit.ts');
const dialect = inFile('../packages/kysely-node-sqlite/index.ts');
const orderTables = inFile('platform/storage/tables/orders.ts');
const importCheckout = "import { placeOrder, withUnusedNumber } from './checkout.ts';";
const importWallet = "import { debitWallet, recordPayment } from '../wallet/store.ts';";
const placeInTransaction = `const result = await withUnusedNumber(() =>
      withShopper(options, shopper, (tx, recorder) =>
        placeOrder(`;

export const checkouts: Record<string, BrokenShop> = {
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
