/** Violations of the invariants of wallets and of the ledger. */
import { anOrder, aUser, type Damages } from './damage.testing.ts';

export const moneyDamages: Damages = {
  'every user has a wallet': {
    'a wallet is gone': `delete from wallets where user_id = ${aUser}`,
  },
  'every wallet was opened with a grant of its opening balance': {
    'an opening balance is another one': `
      update wallets set opening_cents = 499999 where user_id = ${aUser}`,
  },
  'every wallet is what it was given less its orders': {
    'a wallet and its ledger are a cent short': `
      update wallets set balance_cents = balance_cents - 1 where user_id = ${aUser};
      update ledger_entries set amount_cents = amount_cents - 1
        where account = 'wallet' and order_id is null and user_id = ${aUser}`,
  },
  'every wallet is the sum of its ledger entries': {
    'a debit and its credit are a cent more': `
      update ledger_entries set amount_cents = amount_cents + sign(amount_cents)
        where order_id = ${anOrder}`,
  },
  'every ledger transaction sums to zero': {
    'two transactions lack what the other one has too much': `
      update ledger_entries set amount_cents = amount_cents + 1
        where account = 'sales' and order_id = ${anOrder};
      update ledger_entries set amount_cents = amount_cents - 1
        where account = 'sales' and order_id = (select max(id) from orders)`,
  },
  'the whole ledger sums to zero': {
    'a sale is a cent more': `
      update ledger_entries set amount_cents = amount_cents + 1
        where account = 'sales' and order_id = ${anOrder}`,
  },
  'every ledger transaction moves money between a wallet and an account that may do so': {
    'money goes from sales to a wallet': `
      insert into ledger_entries values
        ('t', 'sales', ${aUser}, null, -5, 1), ('t', 'wallet', ${aUser}, null, 5, 1)`,
  },
  "every operator's change of a wallet is in the log, once": {
    'a credit is not in the log': "delete from operator_log where action = 'wallet changed'",
  },
};
