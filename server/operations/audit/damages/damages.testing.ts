/** Every invariant of the tables, with ways to violate it. */
import type { Damages } from './damage.testing.ts';
import { moneyDamages } from './money.testing.ts';
import { orderDamages } from './orders.testing.ts';
import { personDamages } from './persons.testing.ts';
import { rowDamages } from './rows.testing.ts';
import { stockDamages } from './stock.testing.ts';

export const damages: Damages = {
  ...moneyDamages,
  ...orderDamages,
  ...personDamages,
  ...rowDamages,
  ...stockDamages,
};

const walletOfGrants = 'every wallet is what it was given less its orders';
const walletOfLedger = 'every wallet is the sum of its ledger entries';
const transactionSum = 'every ledger transaction sums to zero';
const ledgerSum = 'the whole ledger sums to zero';
const paidOnce = 'every order is paid once, from the wallet of who placed it';
const history = 'the history of an order and its status agree';
const stockSum = 'stock is the sum of its changes, and of no change where it is not counted';
const stockOfOrders = 'every order took from stock what its lines say';
const numbered = 'the lines of an order are numbered without a gap';

/** The other invariants that are violated, too. */
export const alsoViolated: Record<string, string[]> = {
  'a wallet is overdrawn': [walletOfGrants, walletOfLedger],
  'a wallet and its ledger are a cent short': [transactionSum, ledgerSum],
  'a debit and its credit are a cent more': [paidOnce],
  'two transactions lack what the other one has too much': [paidOnce],
  'a sale is a cent more': [transactionSum, paidOnce],
  'money goes from sales to a wallet': [walletOfLedger],
  'an order is paid twice': [walletOfLedger],
  'an order is paid by nobody': [walletOfLedger],
  'an order is paid by somebody else': [walletOfLedger],
  'a refund is not in the ledger': [walletOfGrants, history],
  'a line is of no order': [numbered],
  'an order lost its lines': [stockOfOrders],
  'more is sold than there was': [stockSum],
  'an order has no line of what it took': [
    'an order returns to stock what it took, or less, and only if it is cancelled',
  ],
};
