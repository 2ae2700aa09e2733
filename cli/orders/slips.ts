import { findOrders } from '../../server/operations/orders/orders.ts';
import { toSlips } from '../../server/operations/orders/slips.ts';
import { createDayFormat } from '../../server/platform/days.ts';
import { readSnapshot } from '../../server/platform/storage/read-only.ts';
import { readIdentity } from '../../server/shop/identity/store.ts';
import { writePage } from '../output.ts';
import { readShop } from '../shop.ts';
import { type OrderOptions, toOrderFilter } from './filter.ts';
import { NONE } from './list.ts';

export async function run(options: OrderOptions): Promise<void> {
  await readShop((db) =>
    readSnapshot(db, async (tx) => {
      const { name = 'QKart', timeZone = 'UTC' } = (await readIdentity(tx)) ?? {};
      const dayOf = createDayFormat(timeZone);
      const readOrders = () => findOrders(tx, toOrderFilter(options, timeZone));
      await writePage(toSlips({ shop: name, dayOf, readOrders }), NONE);
    }),
  );
}
