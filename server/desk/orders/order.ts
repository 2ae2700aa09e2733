/** One order: what its page shows, and what its forms do. */

import { trackingAddress } from '../../../contract/carriers.ts';
import type { Done, Fields, OrderHead, OrderPage, Undo } from '../../../contract/desk.ts';
import { documentDeskPath, orderIntents } from '../../../contract/desk.ts';
import { formatCents } from '../../../contract/money.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { Carrier } from '../../../contract/shop-identity.ts';
import {
  type AdminOrder,
  changeAsOperator,
  findOrderWithReturns,
  readWho,
} from '../../operations/orders/orders.ts';
import {
  CARRIER_RULE,
  PARCEL_NUMBER_RULE,
  readCarrier,
  readParcelNumber,
} from '../../operations/orders/parcel-rules.ts';
import { createMinuteFormat } from '../../platform/days.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { OperatorServices, ShopServices } from '../../platform/services.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { formatNumber } from '../../shop/codes.ts';
import type { ChangeResult, Tracking } from '../../shop/orders/change.ts';
import { isPossible, lastParcel } from '../../shop/orders/lifecycle.ts';
import { readIntent, readNote, readWhole, TAKEN_BACK } from '../fields.ts';

type FoundOrder = Awaited<ReturnType<typeof findOrderWithReturns>>;
type OperatorRequest = Parameters<typeof changeAsOperator>[1];

/** What every page has of an order. */
export function toHead({ order, username, changes }: AdminOrder): OrderHead {
  return {
    id: order.id,
    number: formatNumber(order.number),
    customer: username,
    address: order.address,
    version: changes.length,
  };
}

/** @returns undefined if there is no such order */
export async function readOrder(
  { db, newId }: Pick<OperatorServices, 'db' | 'newId'>,
  id: string,
  { timeZone, carriers }: { timeZone: string; carriers: readonly Carrier[] },
): Promise<OrderPage | undefined> {
  const found = await findOrderWithReturns(db, id).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'ORDER_MISSING') return undefined;
    throw error;
  });
  if (found === undefined) return undefined;
  const { order, items, changes } = found;
  const minuteOf = createMinuteFormat(timeZone);
  const parcel = lastParcel(changes);
  const names = new Map(items.map(({ product_id, name }) => [product_id, name]));
  const nameOf = (productId = '') => names.get(productId) ?? productId;
  const who = new Map(
    (await readWho(db, order.id)).map(({ reference, operator }) => [reference, operator]),
  );
  return {
    ...toHead(found),
    status: order.status,
    placed: minuteOf(order.placed_at),
    customerId: order.user_id,
    totalCents: order.total_cents,
    refundedCents: order.refunded_cents,
    key: newId(),
    parcel: parcel?.carrier
      ? { carrier: parcel.carrier, tracking: parcel.tracking ?? '' }
      : undefined,
    lines: items.map((item) => ({
      line: item.line,
      productId: item.product_id,
      name: item.name,
      costCents: item.cost_cents,
      qty: item.qty,
      cancelled: item.cancelled,
      // What was taken out is refunded, too.
      refunded: item.refunded - item.cancelled,
      restocked: item.restocked,
      isCounted: item.taken > 0,
    })),
    history: changes.map((change) => ({
      at: minuteOf(change.made_at),
      what: change.kind,
      who: who.get(String(change.number)) ?? change.made_by,
      amountCents: change.amount_cents,
      details: detailsOf(change, nameOf, carriers),
    })),
    documents: await findDocuments(db, order.id),
    undo: undoOf(found),
    // Once the person is erased, operators can only add notes.
    intents: orderIntents.filter(
      (intent) => intent === 'note' || (order.address !== '' && isPossible(intent, order.status)),
    ),
  };
}

function detailsOf(
  { carrier, tracking, note, address, lines }: FoundOrder['changes'][number],
  nameOf: (productId?: string) => string,
  carriers: readonly Carrier[],
): OrderPage['history'][number]['details'] {
  const parcel = carrier === null ? '' : `${carrier} ${tracking ?? ''}`;
  const href = trackingAddress(carrier ?? '', tracking ?? '', carriers);
  const former = address === null ? '' : `before: ${address}`;
  const units = lines.map(({ productId, refunded, restocked }) => {
    const back = restocked > 0 ? `, ${restocked} back in stock` : '';
    return `${refunded} × ${nameOf(productId)}${back}`;
  });
  const texts = [...units, note ?? '', former].map((text) => ({ text }));
  return [{ text: parcel, href }, ...texts].filter(({ text }) => text !== '');
}

/** An address or a parcel that was corrected last can be what it was, once: pressing twice does not bring it again. */
function undoOf({ order, changes }: FoundOrder): Undo | undefined {
  const last = changes.at(-1);
  if (last === undefined || last.note === TAKEN_BACK || order.address === '') return undefined;
  const fields = { version: String(changes.length), note: TAKEN_BACK };
  if (last.kind === 'readdressed' && last.address !== null) {
    const { address } = last;
    const label = `Back to the address ${address}`;
    return { label, fields: { ...fields, intent: 'readdress', address } };
  }
  const parcel = lastParcel(changes.slice(0, -1));
  if (last.kind !== 'tracked' || !parcel?.carrier || parcel.tracking === null) return undefined;
  const { carrier, tracking } = parcel;
  const label = `Back to ${carrier} ${tracking}`;
  return { label, fields: { ...fields, intent: 'track', carrier, tracking } };
}

async function findDocuments(db: Db, orderId: string): Promise<OrderPage['documents']> {
  const rows = await db
    .selectFrom('invoices')
    .select(['number', 'change_number'])
    .where('order_id', '=', orderId)
    .orderBy('change_number')
    .execute();
  return rows.map(({ number, change_number }) => ({
    title: `${change_number === 0 ? 'Invoice' : 'Credit note'} ${number}`,
    href: documentDeskPath(number),
  }));
}

/** @throws Refusal, OperatorError */
export async function changeOrder(
  services: ShopServices & OperatorServices,
  id: string,
  fields: Fields,
): Promise<Done> {
  const request = await toRequest(services.db, id, fields);
  return { notice: describe(await changeAsOperator(services, request)) };
}

async function toRequest(db: Db, orderId: string, fields: Fields): Promise<OperatorRequest> {
  const intent = readIntent(orderIntents, fields);
  const note = readNote(fields.note);
  const request = { orderId, action: intent, version: readWhole(fields.version), note };
  switch (intent) {
    case 'ship':
    case 'track':
    case 'send': {
      const tracking = readTracking(fields);
      if (tracking === undefined && intent !== 'ship') {
        throw new OperatorError('Name the carrier and the number.');
      }
      if (tracking === undefined && fields.untracked !== 'on') {
        throw new OperatorError('Name the carrier and the number, or tick that there is none.');
      }
      return { ...request, tracking };
    }
    case 'note':
      if (note === undefined) throw new OperatorError('The note is empty.');
      return request;
    case 'readdress':
      return { ...request, address: fields.address };
    case 'cancel':
      return request;
    case 'reduce': {
      const { lines } = await readUnits(db, orderId, fields);
      return { ...request, lines, key: fields.key };
    }
    case 'refund':
      return { ...request, ...(await readUnits(db, orderId, fields)), key: fields.key };
  }
}

/** @returns undefined for neither @throws OperatorError */
export function readTracking({ carrier = '', tracking = '' }: Fields): Tracking | undefined {
  if (carrier.trim() === '' && tracking.trim() === '') return undefined;
  const [name, number] = [readCarrier(carrier), readParcelNumber(tracking)];
  if (name === undefined) throw new OperatorError(`The carrier ${CARRIER_RULE}.`);
  if (number === undefined) throw new OperatorError(`The number ${PARCEL_NUMBER_RULE}.`);
  return { carrier: name, number };
}

/** The fields `units-LINE`, and `restock-LINE` for those that go back to stock. */
async function readUnits(db: Db, orderId: string, fields: Fields) {
  const { items } = await findOrderWithReturns(db, orderId);
  const lines = new Map<string, number>();
  const restock = new Map<string, number>();
  for (const { line, product_id: productId } of items) {
    const text = fields[`units-${line}`]?.trim() || '0';
    if (!/^\d{1,3}$/.test(text)) throw new OperatorError(`${text} is no number of units.`);
    if (Number(text) === 0) continue;
    lines.set(productId, Number(text));
    if (fields[`restock-${line}`] === 'on') restock.set(productId, Number(text));
  }
  if (lines.size === 0) throw new OperatorError('Say how many units of which product.');
  return { lines, restock: restock.size === 0 ? undefined : restock };
}

function describe({ order, changes, action, isChanged }: ChangeResult): string {
  const number = `Order ${formatNumber(order.number)}`;
  if (!isChanged) return `${number}: this had been done before. Nothing was changed.`;
  const amountCents = changes.at(-1)?.amount_cents ?? 0;
  const back = amountCents > 0 ? ` ${formatCents(amountCents)} went back to the wallet.` : '';
  if (action === 'note') return `${number}: the note is added.`;
  if (action === 'readdress') return `${number} has the new address.`;
  if (action === 'reduce') return `${number}: the units are taken out.${back}`;
  if (action === 'refund') return `${number}:${back || ' nothing was paid back.'}`;
  const isParcel = action === 'ship' || action === 'track' || action === 'send';
  const parcel = isParcel ? lastParcel(changes) : undefined;
  const inParcel = parcel?.tracking ? `, ${parcel.carrier} ${parcel.tracking}` : '';
  return `${number} is ${order.status}${inParcel}.${back}`;
}
