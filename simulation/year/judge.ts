/** The books of the simulated year, against which documents, ledger, sales and hledger are checked. */
import { hasHledger, readBalances } from '../../scripts/hledger.ts';
import { toJournal } from '../../server/operations/orders/journal.ts';
import { netCents, salesByLine, salesByTime } from '../../server/operations/reports/sales.ts';
import { createDayFormat } from '../../server/platform/days.ts';
import type { Engine } from '../../server/platform/storage/engine.ts';
import { pairCalls } from '../checker/calls.ts';
import { type InvariantName, invariants } from '../checker/checker.ts';
import { readFinalState } from '../final-state.ts';
import type { Check } from '../report.ts';
import { type Booked, identityAt, isTea, type TeaShop } from './tea-shop.ts';

/** The invariants of the checker that need no history of requests. */
const judged: readonly InvariantName[] = [
  'invoices and credit notes are numbered without a gap',
  'every invoice is the only one of its order, and every credit note of what went back',
  'every order has an invoice, and all that went back a credit note',
  'invoices less credit notes are the sales of the ledger',
  'a document has the taxes of what was sold, or of what went back so far',
  'documents are dated in their order, in the year of their number',
  'a document is of a shop with an identity, and of the address of the order',
];

/** Compares documents, ledger, sales and hledger with the shop's own books. */
export async function judge(
  shop: TeaShop,
  engine: Engine,
): Promise<{ checks: Check[]; figures: Record<string, number> }> {
  const final = await readFinalState(shop.storage.db);
  const history = pairCalls([
    { kind: 'start', engine, products: [], terms: null },
    { kind: 'final', ...final },
  ]);
  const checks = judged.map((name) => ({ name, found: invariants[name](history) }));
  const { orders, invoices } = final;
  const taxes = invoices.flatMap((document) => document.taxes);
  return {
    checks: [
      ...checks,
      ...final.checks,
      { name: 'each line has the rate of its day', found: findWrongRates(shop, orders) },
      { name: 'documents have the address of who ordered', found: findStrangers(shop, final) },
      { name: 'sales are those of these books', found: await findWrongSales(shop) },
      { name: 'hledger has the balances of these books', found: await findUnbalanced(shop) },
    ],
    figures: {
      orders: orders.length,
      cancelled: orders.filter(({ status }) => status === 'cancelled').length,
      'refunded, partly or wholly': shop.booked.filter(({ refunded }) => refunded > 0).length,
      documents: invoices.length,
      'of the new year': invoices.filter(({ year }) => year === 2027).length,
      'rates of tax': new Set(taxes.map(({ rate }) => rate)).size,
      'cents, net of what went back': final.ledger.salesCents,
    },
  };
}

function findWrongRates(
  shop: TeaShop,
  orders: Awaited<ReturnType<typeof readFinalState>>['orders'],
): string[] {
  const placed = new Map(shop.sold.map((sold) => [sold.id, sold]));
  return orders.flatMap(({ id, lines, terms }) => {
    const at = placed.get(id)?.at ?? 0;
    const { timeZone, tax } = identityAt(at);
    const rates = new Map(tax?.rates?.map(({ key, percent }) => [key, percent * 1_000]));
    const isRight = lines.every(({ productId, taxRate }) => {
      return taxRate === rates.get(isTea(productId) ? 'tea' : 'pots');
    });
    return isRight && terms?.timeZone === timeZone ? [] : [`order ${id}`];
  });
}

/** Also those of the erased account. */
function findStrangers(
  shop: TeaShop,
  { invoices }: Awaited<ReturnType<typeof readFinalState>>,
): string[] {
  const owners = new Map(shop.sold.map(({ id, userId }) => [id, userId]));
  const addresses = new Map(shop.shoppers.map(({ userId, address }) => [userId, address.address]));
  return invoices.flatMap(({ number, orderId, buyer }) =>
    buyer === addresses.get(owners.get(orderId) ?? '') ? [] : [`${number} is for ${buyer}`],
  );
}

async function findWrongSales(shop: TeaShop): Promise<string[]> {
  const { db } = shop.storage;
  const { timeZone } = identityAt(shop.now);
  const period = { from: 0, to: Number.MAX_SAFE_INTEGER };
  const dayOf = createDayFormat(timeZone);
  const months = Map.groupBy(shop.booked, ({ at }) => dayOf(at).slice(0, 7));
  const expected = [...months].map(([key, all]) => {
    const [sold, cancelled, refunded] = sumsOf(all);
    return [key, sold, cancelled, refunded].join(' ');
  });
  const sales = await salesByTime(db, 'month', period, timeZone);
  const actual = sales.map((month) =>
    [month.key, month.soldCents, month.cancelledCents, month.refundedCents].join(' '),
  );
  const wrong = actual.filter((month, index) => month !== expected[index]);
  const products = await salesByLine(db, 'product', period);
  const [sold, cancelled, refunded] = sumsOf(shop.booked);
  const net = products.reduce((sum, one) => sum + netCents(one), 0);
  if (net !== sold - cancelled - refunded) wrong.push(`${net} by product`);
  return actual.length === expected.length ? wrong : [...wrong, `${actual.length} months`];
}

async function findUnbalanced(shop: TeaShop): Promise<string[]> {
  if (!hasHledger()) return [];
  const { timeZone } = identityAt(shop.now);
  const journal = await Array.fromAsync(toJournal(shop.storage.db, timeZone));
  const balances = readBalances(journal.join(''));
  const [sold, cancelled, refunded] = sumsOf(shop.booked);
  const expected = { 'revenues:sales': cancelled - sold, 'revenues:refunds': refunded };
  return Object.entries(expected).flatMap(([account, cents]) =>
    balances[account] === cents ? [] : [`${account}: ${balances[account]}, not ${cents}`],
  );
}

function sumsOf(all: readonly Booked[]): [sold: number, cancelled: number, refunded: number] {
  const sumOf = (cents: keyof Booked) => all.reduce((sum, one) => sum + one[cents], 0);
  return [sumOf('sold'), sumOf('cancelled'), sumOf('refunded')];
}
