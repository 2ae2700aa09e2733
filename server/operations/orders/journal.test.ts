import { expect, test } from 'vitest';
import { cancelOrderPath } from '../../../contract/paths.ts';
import { hasHledger, readBalances } from '../../../scripts/hledger.ts';
import { formatNumber, numberOf } from '../../shop/codes.ts';
import { shoppingIn } from '../../shop/orders/shopping.testing.ts';
import { rolledBack } from '../../testing/rolled-back.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { toJournal } from './journal.ts';
import { changeAsOperator } from './orders.ts';

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const { checkout, readyShopper } = shoppingIn(shop);
await shop.sell({ id: 'pen', costCents: 105 });
await shop.sell({ id: 'lamp', costCents: 4_999 });

async function order(cart: Record<string, number>) {
  const shopper = await readyShopper(cart);
  const { orderId } = (await checkout(shopper, { addressId: shopper.addressId })).json();
  return { shopper, orderId };
}

const placed = await order({ pen: 3 });
const cancelled = await order({ lamp: 1 });
await shop.call('POST', cancelOrderPath(cancelled.orderId), { as: cancelled.shopper });
const refunded = await order({ lamp: 2, pen: 1 });
await changeAsOperator(services, { orderId: refunded.orderId, action: 'ship' });
await changeAsOperator(services, { orderId: refunded.orderId, action: 'refund', amountCents: 7 });

const numberOfOrder = (id: string) => formatNumber(numberOf(id));
const readJournal = async () => (await Array.fromAsync(toJournal(db, 'UTC'))).join('');

test('a transaction of the ledger becomes one of the journal, with its order and both postings', async () => {
  const journal = await readJournal();
  const { userId } = refunded.shopper;
  expect(journal).toMatch(
    new RegExp(
      `\\n\\d{4}-\\d\\d-\\d\\d \\* \\([0-9a-f-]{36}\\) refund of order ${numberOfOrder(refunded.orderId)}\\n` +
        '    revenues:refunds  \\$0\\.07\\n' +
        `    liabilities:wallets:${userId}  -\\$0\\.07\\n`,
    ),
  );
  expect(journal).toContain(`cancellation of order ${numberOfOrder(cancelled.orderId)}\n`);
  expect(journal.match(/ order /g)).toHaveLength(5);
  expect(journal.match(/ grant\n/g)).toHaveLength(3);
});

test('days are those of the shop, and the journal says so', async () => {
  await rolledBack(db, async (tx) => {
    const { userId: user_id } = placed.shopper;
    const common = {
      transaction_id: services.newId(),
      user_id,
      made_at: Date.UTC(2030, 11, 31, 15),
    };
    const entries = [
      { ...common, account: 'grants', amount_cents: -1 } as const,
      { ...common, account: 'wallet', amount_cents: 1 } as const,
    ];
    await tx.insertInto('ledger_entries').values(entries).execute();
    const [utc, tokyo] = await Promise.all(
      ['UTC', 'Asia/Tokyo'].map(async (timeZone) =>
        (await Array.fromAsync(toJournal(tx, timeZone))).join(''),
      ),
    );
    expect(utc).toMatch(/Days are those of UTC\..*\n2030-12-31 \* /s);
    expect(tokyo).toMatch(/Days are those of Asia\/Tokyo\..*\n2031-01-01 \* /s);
  });
});

test('the journal has no name and no address of a person', async () => {
  const journal = await readJournal();
  expect(journal).not.toContain(placed.shopper.username);
  expect(journal).not.toContain('Long Road');
});

test.runIf(hasHledger())(
  'hledger finds it correct, with the balances of the shop to the cent',
  async () => {
    const wallets = await db.selectFrom('wallets').selectAll().execute();
    expect(readBalances(await readJournal())).toEqual({
      'expenses:grants': 1_500_000,
      'revenues:refunds': 7,
      'revenues:sales': -(315 + 10_103),
      ...Object.fromEntries(
        wallets.map((wallet) => [`liabilities:wallets:${wallet.user_id}`, -wallet.balance_cents]),
      ),
    });
  },
);

test('more transactions than a query reads are in the journal once each', async () => {
  const many = 4_500;
  await rolledBack(db, async (tx) => {
    const { userId: user_id } = placed.shopper;
    for (let start = 0; start < many; start += 500) {
      const entries = Array.from({ length: 500 }, () => services.newId()).flatMap((id) => [
        { transaction_id: id, account: 'grants', user_id, amount_cents: -1, made_at: 1 } as const,
        { transaction_id: id, account: 'wallet', user_id, amount_cents: 1, made_at: 1 } as const,
      ]);
      await tx.insertInto('ledger_entries').values(entries).execute();
    }
    const journal = (await Array.fromAsync(toJournal(tx, 'UTC'))).join('');
    expect(journal.match(/ grant\n/g)).toHaveLength(3 + many);
  });
});
