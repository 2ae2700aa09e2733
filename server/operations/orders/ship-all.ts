/** Ships the orders of many parcels, or none of them. */
import { noSuchOrder } from '../../../contract/operator-messages.ts';
import { Refusal } from '../../../contract/refusals.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { quote } from '../../platform/quote.ts';
import type { OperatorServices, ShopServices } from '../../platform/services.ts';
import { DatabaseUnavailable } from '../../platform/storage/errors.ts';
import { lockUser } from '../../platform/storage/locks.ts';
import type { Tx } from '../../platform/storage/schema.ts';
import { findOrderId } from '../../shop/orders/find.ts';
import { transactShop } from '../../shop/session/with-shopper.ts';
import { changeLogged } from './orders.ts';
import { type Parcel, type Problem, refuseProblems } from './parcels.ts';

export interface ShipReport {
  shipped: number;
  /** Orders that had been shipped in these parcels before. */
  already: number;
}

/** Says it like `2 orders are shipped, 1 had been before.` */
export function describeShipped({ shipped, already }: ShipReport): string {
  const before = already === 0 ? '' : `, ${already} had been before`;
  return `${shipped} ${shipped === 1 ? 'order is' : 'orders are'} shipped${before}.`;
}

/**
 * One transaction, which locks the shoppers in the order of their ids.
 * @throws OperatorError with every parcel that is refused; nothing has changed then
 */
export async function shipAll(
  services: ShopServices & OperatorServices,
  parcels: readonly Parcel[],
): Promise<ShipReport> {
  return transactShop(services, async (tx, recorder) => {
    const problems: Problem[] = [];
    const orders = await findOrders(tx, parcels, problems);
    for (const userId of [...new Set(orders.map((order) => order.userId))].sort()) {
      await lockUser(tx, userId);
    }
    const report: ShipReport = { shipped: 0, already: 0 };
    for (const { parcel, orderId, userId } of orders) {
      const { tracking, note, version } = parcel;
      const change = { orderId, userId, action: 'ship', tracking, note, version } as const;
      await collect(parcel, problems, async () => {
        const { isChanged } = await changeLogged(tx, services, recorder, change);
        report[isChanged ? 'shipped' : 'already']++;
      });
    }
    refuseProblems(problems);
    return report;
  });
}

async function findOrders(tx: Tx, parcels: readonly Parcel[], problems: Problem[]) {
  const found: { parcel: Parcel; orderId: string; userId: string }[] = [];
  for (const parcel of parcels) {
    await collect(parcel, problems, async () => {
      const orderId = await findOrderId(tx, parcel.order);
      if (orderId === undefined) throw new OperatorError(noSuchOrder(quote(parcel.order)));
      const { user_id: userId } = await tx
        .selectFrom('orders')
        .select('user_id')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow();
      found.push({ parcel, orderId, userId });
    });
  }
  return found;
}

/** Continues after a refusal, so that all are reported. */
async function collect(
  { line, order }: Parcel,
  problems: Problem[],
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isRefused = error instanceof Refusal || error instanceof OperatorError;
    if (!isRefused || error instanceof DatabaseUnavailable) throw error;
    problems.push({ line, message: `${error.message} (order ${quote(order)})` });
  }
}
