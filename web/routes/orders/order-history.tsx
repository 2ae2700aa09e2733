import { Link } from 'react-router';
import type { Order, OrderStep } from '../../../contract/orders.ts';
import { invoiceAddress } from '../../../contract/page-addresses.ts';
import { formatDollars } from '../../api/money.ts';
import { Moment } from '../../session/moment.tsx';

interface ShownStatus {
  name: string;
  /** Whether the shopper can cancel the order. */
  isOpen?: true;
  /** Whether nothing is delivered. */
  isVoid?: true;
}

export const statuses: Record<OrderStep['status'], ShownStatus> = {
  placed: { name: 'Placed', isOpen: true },
  shipped: { name: 'Shipped' },
  cancelled: { name: 'Cancelled', isVoid: true },
  refunded: { name: 'Refunded' },
};

/** Shows what happened to an order, oldest first, each with its time. */
export function OrderHistory({ history }: { history: NonNullable<Order['history']> }) {
  return (
    <ol className="stack gap-1">
      {history.map(({ status, at, amount, tracking, invoice }, index) => (
        // Steps are only added, and two may have the same time.
        // biome-ignore lint/suspicious/noArrayIndexKey: the place of a step never changes
        <li key={index}>
          {nameOf(index, status, amount)} <Moment at={at} />
          {amount !== undefined && `, ${formatDollars(amount)}`}
          {tracking && (
            <>
              , <Parcel {...tracking} />
            </>
          )}
          {invoice !== undefined && (
            <>
              , <Link to={invoiceAddress(invoice)}>Credit note {invoice}</Link>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

/** A second `placed` is a change of what is to be shipped. */
function nameOf(index: number, status: OrderStep['status'], amount: number | undefined): string {
  if (index === 0 || status !== 'placed') return statuses[status].name;
  return amount === undefined ? 'Address changed' : 'Partly cancelled';
}

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
