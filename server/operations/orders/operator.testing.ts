/** Changes orders as an operator, for tests. */

import type { OrderChangeRow } from '../../platform/storage/schema.ts';
import { type ChangeRequest, type ChangeResult, changeOrder } from '../../shop/orders/change.ts';
import { withAccount } from '../../shop/session/with-shopper.ts';
import type { TestShop } from '../../testing/test-shop.ts';

type Details = Partial<
  Pick<ChangeRequest, 'amountCents' | 'lines' | 'tracking' | 'note' | 'key'>
> & {
  transactionId?: string;
};

export function operatorOf({ services }: TestShop) {
  const { db, now, newId } = services;
  return {
    /** @throws Refusal */
    async change(
      orderId: string,
      action: ChangeRequest['action'],
      { transactionId = newId(), ...details }: Details = {},
    ): Promise<ChangeResult> {
      const { user_id: userId } = await db
        .selectFrom('orders')
        .select('user_id')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow();
      return withAccount(services, userId, (tx, recorder) =>
        changeOrder(
          tx,
          { orderId, userId, action, by: 'operator', ...details },
          { now: now(), transactionId, recorder },
        ),
      );
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
