/** Invariants of webhooks: the receiver gets every event of an order, in order, and no other events. */
import type { PairedHistory } from './calls.ts';
import { isShownAs, type ShownDocument } from './documents.ts';
import { isPublic } from './order-state.ts';

type Final = PairedHistory['final'];

/**
 * Finds events that were not delivered. An event may be delivered again at any time. Changes are delivered in order,
 * documents as well, and a document after its order or change.
 */
export function findUndelivered({ hasReceiver, deliveries, final }: PairedHistory): string[] {
  if (!hasReceiver) return [];
  const received = Map.groupBy(deliveries, ({ orderId }) => orderId);
  const documentsOf = Map.groupBy(final.invoices, ({ orderId }) => orderId);
  return final.orders.flatMap((order) => {
    const names = (received.get(order.id) ?? []).map(
      ({ number, document }) => document?.number ?? String(number),
    );
    const first = [...new Set(names)];
    const documents = documentsOf.get(order.id) ?? [];
    const issued = documents.map(({ number }) => number);
    const told = first.filter((name) => !issued.includes(name)).join();
    const documented = first.filter((name) => issued.includes(name)).join();
    const all = [0, ...toldOf(order)].join();
    const isEarly = documents.some(
      ({ number, changeNumber }) => first.indexOf(number) < first.indexOf(String(changeNumber)),
    );
    if (told === all && documented === issued.join() && !isEarly) return [];
    const events = `${all} and the documents ${issued}`;
    return [`order ${order.id} has the events ${events}; the receiver got ${first}`];
  });
}

/** Finds erased accounts whose event was not delivered, or before all of their orders' events. */
export function findUntoldErasures({ hasReceiver, deliveries, final }: PairedHistory): string[] {
  // In the order of their first deliveries.
  const events = [...new Map(deliveries.map((event) => [event.id, event])).values()];
  return final.users.flatMap(({ id, username, isErased }) => {
    if (!hasReceiver || !isErased) return [];
    // Documents may be issued later.
    const own = events.filter((event) => event.customerId === id && !event.document);
    const isLast = own.findIndex(({ type }) => type === 'account.erased') === own.length - 1;
    return own.length > 0 && isLast ? [] : [`${username} was erased, and told were ${own.length}`];
  });
}

/** Finds events that the receiver lost and did not get again. Those of an erased account that were delivered are gone. */
export function findUnrepeated({ deliveries, final }: PairedHistory): string[] {
  const erased = new Set(final.users.flatMap(({ id, isErased }) => (isErased ? id : [])));
  const last = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  return [...last.values()].flatMap(({ id, isKept, customerId }) =>
    isKept || erased.has(customerId)
      ? []
      : [`the receiver lost event ${id}, and never got it again`],
  );
}

/** Finds events of nothing that happened, of another customer, or with two ids. */
export function findInvented({ deliveries, final }: PairedHistory): string[] {
  const orders = new Map(final.orders.map((order) => [order.id, order]));
  const users = new Map(final.users.map((user) => [user.id, user]));
  const documents = new Map(final.invoices.map((document) => [document.number, document]));
  const ids = new Map(deliveries.map((event) => [nameOf(event), event.id]));
  return deliveries.flatMap((event) => {
    const { id, orderId, number, type, customerId, username, document } = event;
    const user = users.get(customerId);
    const order = orders.get(orderId ?? '');
    const kind = number === 0 ? 'placed' : order?.changes[number - 1]?.kind;
    const isTrue = document
      ? type === 'invoice.issued' && isIssued(document, documents.get(document.number), orderId)
      : type === `order.${kind}`;
    const isRight =
      orderId === null
        ? type === 'account.erased' && user?.isErased
        : isTrue && order?.userId === customerId && isNameOf(user, username);
    return isRight && ids.get(nameOf(event)) === id
      ? []
      : [`event ${id}, ${nameOf(event)}, ${type} of ${username}, never happened`];
  });
}

/** An erased account has its pseudonym in the events that are sent later. */
function isNameOf(user: Final['users'][number] | undefined, username: string | undefined): boolean {
  return user?.username === username || (user?.isErased === true && username === ERASED);
}

/** The name that replaces each pseudonym in a history. */
export const ERASED = 'erased';

/** The numbers of the changes that cause events: notes are for operators alone. */
function toldOf({ changes }: Final['orders'][number]): number[] {
  return changes.flatMap((change, index) => (isPublic(change) ? index + 1 : []));
}

function isIssued(
  told: ShownDocument,
  document: Final['invoices'][number] | undefined,
  orderId: string | null,
): boolean {
  return document?.orderId === orderId && isShownAs(told, document);
}

function nameOf({
  orderId,
  number,
  customerId,
  document,
}: PairedHistory['deliveries'][number]): string {
  if (document) return document.number;
  return orderId === null ? `erasure of ${customerId}` : `number ${number} of order ${orderId}`;
}
