/** The checker is checked: shops that are broken on purpose, each of which it has to see through. */
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openTestDatabase } from '../../../server/test-database.ts';
import { stopEverything } from '../../children.ts';
import { checkHistory, type RuleName } from '../check/check.ts';
import { type Plan, rehearse } from '../drill.ts';
import { siteOf } from '../site.ts';
import { brokenBy, type Replacement, replacing } from './replacement.ts';

// Servers that start from their sources take their time where others work as well.
vi.setConfig({ testTimeout: 120_000 });
afterEach(stopEverything);

const plan: Plan = { seed: 7, shoppers: 4, kills: 0, answersMax: 100, lastAnswers: 30 };

/** @returns the rules that the shop broke */
async function rulesBrokenBy(
  changes: Partial<Plan>,
  ...replacements: Replacement[]
): Promise<string[]> {
  const { options } = await openTestDatabase(onTestFinished);
  const site = brokenBy(siteOf(options), replacements);
  return checkHistory(await rehearse(site, { ...plan, ...changes }))
    .filter(({ found }) => found.length > 0)
    .map(({ name }) => name);
}

const expectBroken = (found: string[], ...rules: RuleName[]) =>
  expect(found).toEqual(expect.arrayContaining(rules));

test('the wallet is debited behind the order, in a transaction of its own', async () => {
  const found = await rulesBrokenBy(
    { kills: 1, shoppers: 8, killAfter: ['an order was sent'] },
    replacing(
      'orders/checkout.ts',
      'const balanceAfter = await debitWallet(tx, userId, amountCents);',
      'const balanceAfter = (await readBalance(tx, userId)) - amountCents;',
    ),
    replacing(
      'orders/checkout.ts',
      "import { debitWallet, recordPayment } from '../wallet/store.ts';",
      "import { readBalance, recordPayment } from '../wallet/store.ts';",
    ),
    replacing(
      'orders/routes.ts',
      'const { order } = result;',
      `const { order } = result;
      if (!result.replayed) {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        await transact(db, (tx) => debitWallet(tx, order.user_id, order.total_cents));
      }`,
    ),
    replacing(
      'orders/routes.ts',
      "import { placeOrder } from './checkout.ts';",
      `import { transact } from '../storage/transaction.ts';
import { debitWallet } from '../wallet/store.ts';
import { placeOrder } from './checkout.ts';`,
    ),
  );
  expectBroken(found, 'wallets are $5000 less the orders, and never negative');
});

test('a key is looked up nowhere, and may be used twice', async () => {
  const found = await rulesBrokenBy(
    { lastAnswers: 600 },
    replacing('orders/checkout.ts', 'if (idempotencyKey !== undefined) {', 'if (false) {'),
    replacing(
      'storage/migrations/001-shop.ts',
      ".addUniqueConstraint('orders_idempotency_key', ['user_id', 'idempotency_key'])",
      '',
    ),
  );
  expectBroken(found, 'no key has two orders');
});

test('the total is what the client says', async () => {
  const found = await rulesBrokenBy(
    { lastAnswers: 400 },
    replacing('orders/checkout.ts', 'checkExpectedTotal(priced, request.expectedTotal);', ''),
    replacing(
      'orders/checkout.ts',
      'const amountCents = sumCents(lines);',
      'const amountCents = Math.round(Number(request.expectedTotal) * 100) || sumCents(lines);',
    ),
  );
  expectBroken(found, 'every total is the sum of its lines, and what was shown');
});

test('the cart is emptied before the order, in a transaction of its own', async () => {
  const found = await rulesBrokenBy(
    { lastAnswers: 200 },
    replacing(
      'orders/routes.ts',
      'const result = await withShopper(services, userId, (tx) =>',
      `const taken = await withShopper(services, userId, async (tx) => {
        const cart = await readPricedCart(tx, userId);
        await emptyCart(tx, userId);
        return cart;
      });
      const result = await withShopper(services, userId, (tx) =>`,
    ),
    replacing(
      'orders/routes.ts',
      "import { placeOrder } from './checkout.ts';",
      `import { emptyCart, readPricedCart } from '../cart/store.ts';
import { placeOrder } from './checkout.ts';`,
    ),
    replacing(
      'orders/routes.ts',
      'addressId: request.body.addressId,',
      'taken, addressId: request.body.addressId,',
    ),
    replacing(
      'orders/checkout.ts',
      'const priced = await readPricedCart(tx, userId);',
      'const priced = request.taken;',
    ),
  );
  expectBroken(found, 'every answer fits one order of the shopper’s requests');
});

test('an order is acknowledged before it is on the disk', async () => {
  const found = await rulesBrokenBy(
    { kills: 1, killAfter: ['an order was acknowledged'] },
    replacing(
      'orders/routes.ts',
      'const result = await withShopper(services, userId, (tx) =>',
      'const result = await tellEarly(services, userId, (tx) =>',
    ),
    replacing(
      'orders/routes.ts',
      "import { placeOrder } from './checkout.ts';",
      `import { placeOrder } from './checkout.ts';
const tellEarly = (services, userId, work) =>
  new Promise((resolve, reject) => {
    const telling = async (tx) => {
      const done = await work(tx);
      resolve(done);
      await new Promise((soon) => setTimeout(soon, 200));
      return done;
    };
    withShopper(services, userId, telling).catch(reject);
  });`,
    ),
  );
  expectBroken(found, 'every acknowledged order is there, once, as it was told');
});
