import type { Order } from '../../../contract/orders.ts';

/** Names a parcel. It is a link if the carrier has a page for it. */
export function Parcel({ carrier, number, url }: NonNullable<Order['tracking']>) {
  const name = `${carrier} ${number}`;
  // Another backend may send any address.
  const isLink = url !== undefined && /^https?:\/\//i.test(url);
  return isLink ? (
    <a href={url} rel="noreferrer">
      {name}
    </a>
  ) : (
    name
  );
}
