/** Violations of the invariants of any rows, of pictures and of the catalogue. */
import { versionOf } from '../../../shop/identity/store.ts';
import { anOrder, aUser, type Damages, refundedOrder } from './damage.testing.ts';

export const rowDamages: Damages = {
  'every reference has its row': {
    'a session is of nobody': "insert into sessions values ('token', 'nobody', 1, '', null)",
    'a line is of no order':
      "insert into order_items values ('nothing', 1, 'pen', 'pen', 105, 1, 0, null, 0)",
  },
  'unique columns are unique': {
    'two users have one name': "update users set username_key = 'same'",
    'two changes have one key': `
      update order_changes set request_key = 'same' where order_id = ${refundedOrder}`,
    'two orders of a user have one key': `
      update orders set idempotency_key = 'first' where user_id = ${aUser}`,
    'an order is told of as placed twice': `
      insert into events values
        ('e', 'order.placed', ${aUser}, ${anOrder}, 0, '{}', 1, 0, 1, null, null, 1),
        ('f', 'order.placed', ${aUser}, ${anOrder}, 0, '{}', 1, 0, 1, null, null, 1)`,
    'two lines of a cart are in one place': 'update cart_items set place = 1',
  },
  'the identity of the shop is what was imported': {
    'it was changed without an import': `
      update shop_identity set document = '{"name":"Oak"}'`,
    'it has no name': `update shop_identity set version = '${versionOf({ document: '{}', pictures: '{}' })}', document = '{}', pictures = '{}'`,
  },
  'orders are sold with the terms and the rates of the identity': {
    'the terms were changed without an import': "update sale_terms set seller = 'Oak'",
    'a rate was changed without an import': 'update sale_rates set usual = 1 - usual',
    'a product has a rate that the shop lacks':
      "update products set tax = 'books' where id = 'pen'",
  },
  'quantities, prices and amounts are in their range': {
    'a wallet is overdrawn': `update wallets set balance_cents = -1 where user_id = ${aUser}`,
    'more is sold than there was': "update products set stock = -1 where id = 'pen'",
    'a cart has none of a product': 'update cart_items set qty = 0',
    'a product has no price': "update products set cost_cents = null where id = 'pen'",
  },
  'statuses, kinds and types are known ones': {
    'a login is of another kind': `
      insert into login_events values (${aUser}, 'guessed', 1, '', 1, 1)`,
    'a picture has another format': "update picture_files set format = 'gif'",
  },
  'every picture has files and a product, which names its first one': {
    'a picture has no file': "delete from picture_files where picture = 'front'",
    'a picture has no product': `
      update product_pictures set picture = 'front' where picture = 'back'`,
    'a product names another first picture':
      "update products set picture = 'back' where id = 'lamp'",
  },
  'a product that others name as their group is one of them': {
    'it is in none': "update products set group_id = 'pen' where id = 'lamp'",
  },
  'the catalogue has one version, and counts the changes of all of its segments': {
    'it has none': 'delete from catalogue_state',
    'a segment is not counted': 'delete from catalogue_segments',
  },
};
