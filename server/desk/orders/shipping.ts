/** Ships the orders of many parcels: those that were ticked, or those of a table. */
import { createReadStream } from 'node:fs';
import type { Done, Fields, ListFilters, OrderToShip, SentForm } from '../../../contract/desk.ts';
import { sourceOf } from '../../operations/feeds/reading/source-file.ts';
import { findOrders } from '../../operations/orders/orders.ts';
import { type Parcel, readParcels } from '../../operations/orders/parcels.ts';
import { describeShipped, shipAll } from '../../operations/orders/ship-all.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { OperatorServices, ShopServices } from '../../platform/services.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { readWhole } from '../fields.ts';
import { PAGE_SIZE, take, toOrderFilter } from '../lists.ts';
import { readTracking, toHead } from './order.ts';

export async function listToShip(
  db: Db,
  filters: ListFilters,
  timeZone: string,
): Promise<OrderToShip[]> {
  const filter = { ...toOrderFilter(filters, timeZone), limit: PAGE_SIZE };
  const toShip = { ...filter, status: 'placed', oldestFirst: true } as const;
  const found = await take(findOrders(db, toShip), PAGE_SIZE);
  return found.map((one) => ({
    ...toHead(one),
    lines: one.items.flatMap(({ name, qty, cancelled }) =>
      qty > cancelled ? { name, qty: qty - cancelled } : [],
    ),
  }));
}

/** @throws OperatorError with every parcel that is refused; nothing is changed then */
export async function shipOrders(
  services: ShopServices & OperatorServices,
  { fields, uploads: [table] }: SentForm,
): Promise<Done> {
  const parcels =
    table === undefined
      ? readTicked(fields)
      : await readParcels(sourceOf(table.name, createReadStream(table.path)));
  if (parcels.length === 0)
    throw new OperatorError('Tick the orders to ship, or type their numbers, or choose a table.');
  return { notice: describeShipped(await shipAll(services, parcels)) };
}

function readTicked(fields: Fields): Parcel[] {
  const filled = Object.entries(fields).filter(([, value]) => value.trim() !== '');
  const orders = filled.flatMap(([name]) => /^(?:ship|tracking)-(.+)/.exec(name)?.[1] ?? []);
  const ticked = [...new Set(orders)];
  if (ticked.length > PAGE_SIZE) throw new OperatorError(`Tick at most ${PAGE_SIZE} orders.`);
  return ticked.map((order, index) => {
    const number = fields[`tracking-${order}`]?.trim() ?? '';
    // Some parcels of the carrier may have none.
    const tracking = number === '' ? undefined : readTracking({ ...fields, tracking: number });
    const seen = fields[`version-${order}`];
    const version = seen === undefined ? undefined : readWhole(seen);
    return { line: index + 1, order, tracking, note: undefined, version };
  });
}
