/** Violations of the invariants of persons: data of erased accounts, and limits of each account. */
import { aUser, type Damages, erasedOrder, erasedUser } from './damage.testing.ts';

export const personDamages: Damages = {
  'nothing of a person is kept of an erased account': {
    'it has its name': `update users set username = 'Somebody' where id = ${erasedUser}`,
    'it has an address': `insert into addresses values ('a', ${erasedUser}, '1 Long Road', 1)`,
    'it has a device': `insert into devices values ('d', ${erasedUser}, 1)`,
    'it has a passkey': `insert into passkeys values ('p', ${erasedUser}, 'Phone', 'key', 0, '', 1, null)`,
    'its logins are listed': `insert into login_events values (${erasedUser}, 'failed', 0, '', 1, 1)`,
    'it has a recovery code': `insert into recovery_codes values ('r', ${erasedUser}, 1, null)`,
    'a note tells of it': `insert into ledger_notes values ('n', 'A gift', ${erasedUser}, null)`,
    'its order has an address': `
      update orders set address = '1 Long Road' where user_id = ${erasedUser}`,
    'the history of its order has a parcel': `
      update order_changes set tracking = '1Z' where order_id = ${erasedOrder}`,
    'the history of its order has a note': `
      update order_changes set note = 'For Somebody' where order_id = ${erasedOrder}`,
    'an event has its name': `
      insert into events values ('e', 'order.placed', ${erasedUser}, ${erasedOrder}, 0,
        '{"customer":{"username":"Somebody"}}', 1, 0, 1, null, null, 1)`,
  },
  'no user has more than 20 addresses': {
    'somebody has 21': `
      with recursive number (n) as (select 100 union all select n + 1 from number where n < 119)
        insert into addresses select 'address ' || n, ${aUser}, 'somewhere', n from number`,
  },
  'no document keeps the address of its buyer longer than the shop says': {
    'the issuer has not removed it': 'update sale_terms set document_years = -2',
  },
  'no account knows more than 20 devices': {
    'one knows 21': `
      with recursive number (n) as (select 100 union all select n + 1 from number where n < 120)
        insert into devices select 'device ' || n, ${aUser}, 1 from number`,
  },
  'no account has more than 10 recovery codes': {
    'one has 11': `
      with recursive number (n) as (select 100 union all select n + 1 from number where n < 110)
        insert into recovery_codes select 'code ' || n, ${aUser}, 1, null from number`,
  },
  'no account has more than 10 passkeys': {
    'one has 11': `
      with recursive number (n) as (select 100 union all select n + 1 from number where n < 110)
        insert into passkeys select 'passkey ' || n, ${aUser}, 'Phone', 'key', 0, '', 1, null from number`,
  },
};
