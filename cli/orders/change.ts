import { formatCents } from '../../contract/money.ts';
import { SourceFile, sourceOf } from '../../server/operations/feeds/source-file.ts';
import { changeAsOperator } from '../../server/operations/orders/orders.ts';
import { readParcels } from '../../server/operations/orders/parcels.ts';
import { shipAll } from '../../server/operations/orders/ship-all.ts';
import { quote } from '../../server/platform/quote.ts';
import { formatNumber } from '../../server/shop/codes.ts';
import type { ChangeResult } from '../../server/shop/orders/change.ts';
import { lastParcel } from '../../server/shop/orders/lifecycle.ts';
import { resolveFromCaller } from '../caller-path.ts';
import { UsageError } from '../errors.ts';
import { naming } from '../naming.ts';
import { count } from '../numbers.ts';
import { withShop } from '../shop.ts';

type DeskRequest = Parameters<typeof changeAsOperator>[1];
type Noted = Pick<DeskRequest, 'note'>;
interface Parcel {
  carrier?: string | undefined;
  tracking?: string | undefined;
}

/** @param orderId undefined if a file names the orders */
export async function ship(
  orderId: string | undefined,
  { file, note, ...parcel }: Noted & Parcel & { file?: string | undefined },
): Promise<void> {
  if (file === undefined && orderId !== undefined) {
    return change({ orderId, action: 'ship', note, tracking: toTracking(parcel) });
  }
  if (file === undefined) throw new UsageError('name an order, or a file of orders by --file');
  if ([orderId, note, parcel.carrier, parcel.tracking].some((value) => value !== undefined)) {
    throw new UsageError('--file has the orders, their parcels and their notes itself');
  }
  await shipFile(file);
}

async function shipFile(name: string): Promise<void> {
  const isInput = name === '-';
  const source = isInput
    ? sourceOf('standard input', process.stdin)
    : await SourceFile.open(resolveFromCaller(name));
  const parcels = await readParcels(source);
  const { shipped, already } = await withShop((services) => shipAll(services, parcels));
  const rest = already === 0 ? '' : `, ${already} had been before`;
  process.stdout.write(
    `${count(shipped, 'order')} ${shipped === 1 ? 'is' : 'are'} shipped${rest}.\n`,
  );
}

/** @throws UsageError if only one of them is there */
function toTracking({ carrier, tracking }: Parcel): DeskRequest['tracking'] {
  if (carrier === undefined && tracking === undefined) return undefined;
  if (carrier !== undefined && tracking !== undefined) return { carrier, number: tracking };
  throw new UsageError('--carrier and --tracking belong together');
}

export function track(orderId: string, parcel: Noted & Required<Parcel>): Promise<void> {
  const { note, ...rest } = parcel;
  return change({ orderId, action: 'track', note, tracking: toTracking(rest) });
}

export function note(orderId: string, text: string): Promise<void> {
  return change({ orderId, action: 'note', note: text });
}

export function cancel(orderId: string, options: Noted): Promise<void> {
  return change({ orderId, action: 'cancel', ...options });
}

/** @param options.amount cents; by default that of the lines, nothing if goods come back, or all that is not refunded yet */
export async function refund(
  orderId: string,
  {
    amount,
    line: lines,
    ...options
  }: Pick<DeskRequest, 'note' | 'key' | 'restock'> & {
    amount?: number | undefined;
    line?: DeskRequest['lines'];
  },
): Promise<void> {
  if (amount !== undefined && lines !== undefined) {
    throw new UsageError('--amount and --line exclude each other');
  }
  return change({ orderId, action: 'refund', amountCents: amount, lines, ...options });
}

async function change(request: DeskRequest): Promise<void> {
  const result = await naming(
    `order ${quote(request.orderId)}`,
    withShop((services) => changeAsOperator(services, request)),
  );
  process.stdout.write(`${describe(result, request)}\n`);
}

function describe(result: ChangeResult, { restock = new Map() }: DeskRequest): string {
  const { order, action, isChanged } = result;
  const number = formatNumber(order.number);
  if (action === 'note') {
    return isChanged
      ? `The note is added to order ${number}.`
      : `The last note of order ${number} says this already. Nothing was changed.`;
  }
  if (action === 'restock') {
    const units = restock.values().reduce((sum, qty) => sum + qty, 0);
    const goods = `${count(units, 'unit')} of order ${number}`;
    return isChanged
      ? `${goods} ${units === 1 ? 'is' : 'are'} back in stock. Nothing was paid back.`
      : `${goods} went back to stock before; nothing was changed now.`;
  }
  return describeStatus(result);
}

function describeStatus({ order, changes, isChanged }: ChangeResult): string {
  const refunded =
    order.refunded_cents === 0
      ? ''
      : `, ${formatCents(order.refunded_cents)} of ${formatCents(order.total_cents)} refunded`;
  const already = isChanged ? '' : ' already';
  const parcel = lastParcel(changes);
  const inParcel = parcel?.tracking ? `, ${parcel.carrier} ${parcel.tracking}` : '';
  return `Order ${formatNumber(order.number)} is ${order.status}${already}${inParcel}${refunded}.`;
}
