import { toDollars } from '../../contract/money.ts';
import type { CheckoutReply } from '../../contract/orders.ts';
import { paths } from '../../contract/paths.ts';
import { callApi } from './client.ts';

interface CheckoutRequest {
  addressId: string;
  /** What the shopper sees, in cents: if it isn't today's total, nothing is ordered. */
  shownTotalCents: number;
  /** The same for every try at this order. */
  idempotencyKey: string;
}

/** Any success is one; a backend other than ours may tell less of it, or nothing. */
export async function checkout(request: CheckoutRequest): Promise<Partial<CheckoutReply>> {
  const { data } = await callApi(paths.checkout, {
    method: 'POST',
    body: { addressId: request.addressId },
    headers: {
      'idempotency-key': request.idempotencyKey,
      'expected-total': String(toDollars(request.shownTotalCents)),
    },
    authorised: true,
    anyBody: true,
  });
  return typeof data === 'object' && data !== null ? data : {};
}
