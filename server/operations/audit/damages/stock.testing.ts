/** Violations of the invariants of stock. */
import { anOrder, cancelledOrder, type Damages, refundedOrder } from './damage.testing.ts';

export const stockDamages: Damages = {
  'stock is the sum of its changes, and of no change where it is not counted': {
    'a unit is lost': "update products set stock = stock - 1 where id = 'pen'",
    'a product is gone without a change': "delete from products where id = 'pen'",
    'a product is no longer counted without a change':
      "update products set stock = null where id = 'pen'",
  },
  'every order took from stock what its lines say': {
    'an order took more than its line says': `
      update order_items set taken = 0 where taken > 0 and order_id = ${anOrder}`,
    'an order has no line of what it took': `
      update stock_changes set order_id = ${refundedOrder} where order_id = ${cancelledOrder}`,
  },
  'an order returns to stock what it took, or less, and only if it is cancelled or reduced': {
    'an order returned what it took, but is not cancelled': `
      insert into stock_changes select product_id, 99, -units, 'cancellation', order_id, 1
        from stock_changes where order_id = ${anOrder};
      update products set stock = stock + 2 where id = 'pen'`,
  },
  "every operator's change of stock is in the log": {
    'an import is not in the log': "delete from operator_log where action = 'products changed'",
  },
};
