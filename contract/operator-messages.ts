/** What operators read when a change of an order is refused. Pages don't load this file. */
export const trackingNotKept =
  'The order was shipped before with another parcel: change it by `orders tracking`, or add one by `orders parcel`';
export const orderNotYetShipped = 'Order has not been shipped yet';
export const orderNotShipped = 'Order has not been shipped: cancel it instead';
export const refundKeyReused = 'This key belongs to another refund or return of this order';

/** A change is refused because it was made before, with another note. @param kept the note of that time */
export function noteNotKept(kept: string | null): string {
  const was = kept === null ? 'without a note' : `with the note ${JSON.stringify(kept)}`;
  return `This was done before, ${was}; the new note was not kept`;
}

/** @param productId of a refund */
export function notInOrder(productId: string): string {
  return `The order has no product ${productId}`;
}

export const noUnits = 'No units of the order are named';

/** @param left units that are not refunded yet */
export function onlyLeftToRefund(left: number, productId: string): string {
  return `Only ${left} of ${productId} can still be refunded`;
}

/** @param left units that are not back in stock yet */
export function onlyLeftToRestock(left: number, productId: string): string {
  return `Only ${left} of ${productId} can still go back to stock`;
}

/** @param refunded units of the product whose line is refunded, now or before */
export function restockedUnpaid(refunded: number, productId: string): string {
  return `Only ${refunded} of ${productId} is refunded by line, so no more can go back to stock`;
}

export function stockNotCounted(name: string): string {
  return `The stock of ${name} is not counted, so nothing can go back to it`;
}

/** An operator names an order that does not exist. @param id quoted */
export function noSuchOrder(id: string): string {
  return `There is no order ${id}.`;
}

/** A refund is refused because it is too high. @param left dollars, as `formatCents` writes them */
export function refundTooHigh(left: string): string {
  return `Only ${left} of this order can still be refunded`;
}
