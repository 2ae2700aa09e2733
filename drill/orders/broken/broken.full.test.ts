/** Tests the checker with five shops that are broken on purpose: it must find what each of them violates. */
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { engine, openTestDatabase } from '../../../server/test-database.ts';
import { findViolated, type InvariantName } from '../../checker/checker.ts';
import { stopEverything } from '../../children.ts';
import { deploymentOn } from '../../deployment.ts';
import { type Plan, runDrill } from '../drill.ts';
import { breakServer, type Replacement, replace } from './replacement.ts';

// Servers start slowly from their sources.
vi.setConfig({ testTimeout: 120_000 });
afterEach(stopEverything);

const onSqlite = test.skipIf(engine !== 'sqlite');
const plan: Plan = { seed: 7, shoppers: 4, kills: 0, responsesMax: 100, lastResponses: 30 };

async function expectViolation(
  invariant: InvariantName,
  changes: Partial<Plan>,
  ...replacements: Replacement[]
): Promise<void> {
  const { options } = await openTestDatabase(onTestFinished);
  const deployment = breakServer(deploymentOn(options), replacements);
  const violated = findViolated(await runDrill(deployment, { ...plan, ...changes }));
  expect(violated.map(({ name }) => name)).toContain(invariant);
}

onSqlite('the wallet is debited after the order, in another transaction', async () => {
  await expectViolation(
    'every wallet is $5000 less its orders, and not negative',
    { kills: 3, shoppers: 8, moments: ['an order was sent'] },
    replace(
      'orders/checkout.ts',
      'const balanceAfter = await debitWallet(tx, userId, amountCents);',
      'const balanceAfter = (await readBalance(tx, userId)) - amountCents;',
    ),
    replace(
      'orders/checkout.ts',
      "import { debitWallet, recordPayment } from '../wallet/store.ts';",
      "import { readBalance, recordPayment } from '../wallet/store.ts';",
    ),
    replace(
      'orders/routes.ts',
      'const { order } = result;',
      `const { order } = result;
      if (!result.replayed) {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        await transact(db, (tx) => debitWallet(tx, order.user_id, order.total_cents));
      }`,
    ),
    replace(
      'orders/routes.ts',
      "import { placeOrder } from './checkout.ts';",
      `import { transact } from '../storage/transaction.ts';
import { debitWallet } from '../wallet/store.ts';
import { placeOrder } from './checkout.ts';`,
    ),
  );
});

onSqlite('the idempotency key is ignored', async () => {
  await expectViolation(
    'no idempotency key has two orders',
    { lastResponses: 600 },
    replace('orders/checkout.ts', 'if (idempotencyKey !== undefined) {', 'if (false) {'),
    replace(
      'storage/migrations/001-shop.ts',
      ".addUniqueConstraint('orders_idempotency_key', ['user_id', 'idempotency_key'])",
      '',
    ),
  );
});

onSqlite('the total is what the client expects', async () => {
  await expectViolation(
    'every total is the sum of its lines, and as expected',
    { lastResponses: 400 },
    replace('orders/checkout.ts', 'checkExpectedTotal(priced, request.expectedTotal);', ''),
    replace(
      'orders/checkout.ts',
      'const amountCents = sumCents(lines);',
      'const amountCents = Math.round(Number(request.expectedTotal) * 100) || sumCents(lines);',
    ),
  );
});

onSqlite('the cart is emptied before the order, in another transaction', async () => {
  await expectViolation(
    'the requests of each shopper are linearizable',
    { lastResponses: 200 },
    replace(
      'orders/routes.ts',
      'const result = await withShopper(services, userId, (tx) =>',
      `const taken = await withShopper(services, userId, async (tx) => {
        const cart = await readPricedCart(tx, userId);
        await emptyCart(tx, userId);
        return cart;
      });
      const result = await withShopper(services, userId, (tx) =>`,
    ),
    replace(
      'orders/routes.ts',
      "import { placeOrder } from './checkout.ts';",
      `import { emptyCart, readPricedCart } from '../cart/store.ts';
import { placeOrder } from './checkout.ts';`,
    ),
    replace(
      'orders/routes.ts',
      'addressId: request.body.addressId,',
      'taken, addressId: request.body.addressId,',
    ),
    replace(
      'orders/checkout.ts',
      'const priced = await readPricedCart(tx, userId);',
      'const priced = request.taken;',
    ),
  );
});

onSqlite('the order is acknowledged before it is committed', async () => {
  await expectViolation(
    'every acknowledged order exists, once, as acknowledged',
    { kills: 1, moments: ['an order was acknowledged'] },
    replace(
      'orders/routes.ts',
      'const result = await withShopper(services, userId, (tx) =>',
      'const result = await tellEarly(services, userId, (tx) =>',
    ),
    replace(
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
});
