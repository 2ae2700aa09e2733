/** Shops that are broken when operators and merchants change something. */
import { type BrokenShop, calm, inFile, operated } from './broken-shop.ts';

const change = inFile('shop/orders/change.ts');
const routes = inFile('shop/orders/routes.ts');
const orderTables = inFile('platform/storage/tables/orders.ts');
const moneyTables = inFile('platform/storage/tables/money.ts');
const lifecycle = inFile('shop/orders/lifecycle.ts');
const erase = inFile('shop/personal-data/erase.ts');
const wallet = inFile('operations/accounts/wallet.ts');
const orders = inFile('operations/orders/orders.ts');
const shipAll = inFile('operations/orders/ship-all.ts');
const applied = inFile('operations/feeds/apply/applied-files.ts');
const stock = inFile('operations/feeds/stock.ts');
const setProduct = inFile('operations/feeds/apply/set-product.ts');

export const changes: Record<string, BrokenShop> = {
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
      change('if (change.undoesSale) await returnToStock(tx, back, { orderId, at: now });', ''),
      change(
        'const change = decideChange(order, decided, request.amountCents ?? returns.amountCents);',
        `const change = decideChange(order, decided, request.amountCents ?? returns.amountCents);
        if (action === 'cancel') await returnToStock(tx, takenBack(items), { orderId, at: now });`,
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
  'loses the number of a parcel': {
    violates: 'every acknowledged change of an order is in its history',
    plan: operated,
    replacements: [change('tracking: request.tracking?.number ?? null,', 'tracking: null,')],
  },
  'shows a second parcel in place of the first': {
    violates: 'the requests of each shopper are linearizable',
    isSlow: true,
    plan: operated,
    replacements: [lifecycle("if (change.kind === 'tracked') parcels.pop();", 'parcels.pop();')],
  },
  'takes units out of an order, and its lines keep them': {
    violates: "every operator's reduction of an order is in its lines",
    plan: operated,
    replacements: [
      change(
        'const left = isReduced ? await countCancelled(tx, orderId) : items;',
        'const left = items;',
      ),
    ],
  },
  'mends the address of an order, and forgets the former one': {
    violates: "every operator's change of an address has the former one, and nothing else has",
    plan: operated,
    replacements: [
      change('address: request.address === undefined ? null : order.address,', 'address: null,'),
    ],
  },
  'ships a file order by order, in a transaction each': {
    violates: 'a file of parcels ships all of its orders, or none',
    isSlow: true,
    plan: operated,
    replacements: [
      shipAll(
        'return transactShop(',
        `if (parcels.length > 1) {
          const all = [];
          for (const parcel of parcels) all.push(await shipAll(services, [parcel]));
          const sum = (of) => all.reduce((total, one) => total + one[of], 0);
          return { shipped: sum('shipped'), already: sum('already') };
        }
        return transactShop(`,
      ),
    ],
  },
  'does not log who shipped an order': {
    violates: "every operator's change of an order is in the log, once, and nothing else is",
    plan: operated,
    replacements: [
      orders(
        'if (!changed.isChanged || change === undefined) return changed;',
        "if (!changed.isChanged || change?.kind === 'shipped') return changed;",
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
  'reads a product before the transaction that changes it alone': {
    violates: 'stock is what was there less what was sold, and not negative',
    isSlow: true,
    plan: calm,
    replacements: [
      setProduct(
        'const changes = await transact(',
        'const early = await lockProductRows(db, [id]); const changes = await transact(',
      ),
      setProduct('const [row] = await lockProductRows(tx, [id]);', 'const [row] = early;'),
    ],
  },
};
