/** Changes orders as an operator, for tests. */

import type { OrderChangeRow } from '../../platform/storage/schema.ts';
import type { ChangeRequest, ChangeResult } from '../../shop/orders/change.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { changeAsOperator } from './orders.ts';

type Details = Partial<
  Pick<ChangeRequest, 'amountCents' | 'lines' | 'restock' | 'tracking' | 'address' | 'note' | 'key'>
> & {
  transactionId?: string;
};

export function operatorOf({ services }: TestShop) {
  const { db } = services;
  return {
    /** @throws Refusal */
    change(
      orderId: string,
      action: ChangeRequest['action'],
      { transactionId, ...details }: Details = {},
    ): Promise<ChangeResult> {
      const named = transactionId === undefined ? {} : { newId: () => transactionId };
      return changeAsOperator({ ...services, ...named }, { orderId, action, ...details });
    },
    /** Oldest first. */
    history(orderId: string): Promise<OrderChangeRow[]> {
      const changes = db.selectFrom('order_changes').selectAll().where('order_id', '=', orderId);
      return changes.orderBy('number').execute();
    },
    /** Finds the id of the ledger transaction that paid an order. */
    async paymentOf(orderId: string): Promise<string> {
      const entry = await db
        .selectFrom('ledger_entries')
        .select('transaction_id')
        .where('order_id', '=', orderId)
        .where('account', '=', 'sales')
        .where('amount_cents', '>', 0)
        .executeTakeFirstOrThrow();
      return entry.transaction_id;
    },
  };
}
