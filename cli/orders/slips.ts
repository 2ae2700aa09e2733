import { findOrders, type OrderFilter } from '../../server/operations/orders/orders.ts';
import { toSlips } from '../../server/operations/orders/slips.ts';
import { createDayFormat } from '../../server/platform/days.ts';
import { readSnapshot } from '../../server/platform/storage/read-only.ts';
import { readIdentity } from '../../server/shop/identity/store.ts';
import { writeOutput } from '../output.ts';
import { readShop } from '../shop.ts';

export async function run(filter: OrderFilter): Promise<void> {
  await readShop((db) =>
    readSnapshot(db, async (tx) => {
      const { name = 'QKart', timeZone = 'UTC' } = (await readIdentity(tx)) ?? {};
      const dayOf = createDayFormat(timeZone);
      await writeOutput(toSlips({ shop: name, dayOf, readOrders: () => findOrders(tx, filter) }));
    }),
  );
}
