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

const ranges = 'quantities, prices and amounts are in their range';
const walletOfGrants = 'every wallet is what it was given less its orders';
const walletOfLedger = 'every wallet is the sum of its ledger entries';
const transactionSum = 'every ledger transaction sums to zero';
const ledgerSum = 'the whole ledger sums to zero';
const paidOnce = 'every order is paid once, from the wallet of who placed it';
const history = 'the history of an order and its status agree';
const stockSum = 'stock is the sum of its changes, and of no change where it is not counted';
const stockOfOrders = 'every order took from stock what its lines say';
const stockBack =
  'an order returns to stock what it took, or less, and only if it is cancelled or reduced';
const documents = 'every invoice is of an order, and every credit note of what went back of one';
const days = 'the number of a document has the year of its day, and days never go back';
const terms = 'every line has a rate of the terms of its order, which its changes share';
const invoiceTax = 'the tax of every invoice is that of the lines of its order';
const creditTax = 'credit notes have no more of a rate than the invoice, and the tax of their sum';
const saleTerms = 'orders are sold with the terms and the rates of the identity';
const orderLog = "every operator's change of an order is in the log, once, and nothing else is";
const walletLog = "every operator's change of a wallet is in the log, once";
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
  'an order lost its lines': [stockOfOrders, invoiceTax],
  'a line is a cent cheaper': [invoiceTax],
  'more is sold than there was': [stockSum],
  'a later credit has a document': [documents],
  'it was changed without an import': [saleTerms],
  'it has no name': [saleTerms],
  'the issuer has not removed it': [saleTerms, ranges],
  'a number is missing': [days],
  'a cancelled order was shipped, too': [orderLog],
  'a change is missing in between': [orderLog],
  'a note tells of it': [walletLog],
  'a change says another amount': [terms],
  'a credit note has another amount': [creditTax],
  'an order names another invoice': [invoiceTax],
  'an order has no line of what it took': [stockBack],
  'a line has a unit that was taken out': [stockBack],
  'an address was mended after the parcel was sent': [orderLog],
};
