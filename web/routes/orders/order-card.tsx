import { type ReactNode, useId, useRef } from 'react';
import { Link } from 'react-router';
import type { Product } from '../../../contract/catalogue.ts';
import type { Order } from '../../../contract/orders.ts';
import { invoiceAddress } from '../../../contract/page-addresses.ts';
import { formatDollars } from '../../api/money.ts';
import { OrderLines, Thumbnail } from '../../cart/order-lines.tsx';
import { Day, Moment } from '../../session/moment.tsx';
import { useOwnShop } from '../../session/site.ts';
import { Icon } from '../../ui/icon.tsx';
import { BuyAgain } from './buy-again.tsx';
import { CancelOrder } from './cancel-order.tsx';
import styles from './order-card.module.css';
import { OrderHistory, Parcel, statuses } from './order-history.tsx';
import { specimenNumber } from './specimen.ts';

/** The number of pictures in a closed row. */
const PICTURES = 3;

interface OrderCardProps {
  order: Order;
  /** The products of the lines that are still in the catalogue, by id. */
  products: ReadonlyMap<string, Product>;
  /** All products are loaded, so a missing product is gone from the catalogue. */
  areProductsKnown: boolean;
  /** Open from the start. */
  isNewest: boolean;
}

/** An order as a row that opens. */
export function OrderCard(props: OrderCardProps) {
  const { order, products, areProductsKnown, isNewest } = props;
  const id = useId();
  const specimen = specimenNumber(order, useOwnShop());
  const { isOpen, isVoid } = statuses[order.status];
  // Receives the focus when the order is cancelled, because the button is removed.
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <article className="surface" aria-labelledby={id}>
      <details open={isNewest}>
        <summary className={styles.row}>
          <h2 id={id} ref={heading}>
            Order of <Moment at={order.placedAt} />
            <span className="secondary-text">{order.number ?? order.id}</span>
          </h2>
          <span className={styles.pictures}>
            {order.lines.slice(0, PICTURES).map(({ productId }) => (
              <Thumbnail key={productId} product={products.get(productId)} />
            ))}
            {order.lines.length > PICTURES && (
              <span className="secondary-text">+{order.lines.length - PICTURES}</span>
            )}
          </span>
          <span className={styles.status} data-status={order.status}>
            {describeStatus(order)}
          </span>
          <strong className={styles.sum}>{formatDollars(order.total)}</strong>
          <Icon name="down" />
        </summary>
        <div className={`stack ${styles.details}`}>
          <OrderLines lines={order.lines} products={products} areProductsKnown={areProductsKnown} />
          <dl className="stack gap-2 ruled">
            <Fact name="Total" isAmount>
              {formatDollars(order.total)}
            </Fact>
            {order.refunded > 0 && (
              <Fact name="Back in your wallet" isAmount>
                {formatDollars(order.refunded)}
              </Fact>
            )}
            {!isVoid && (
              <Fact name="Arrives by">
                <Day of={order.deliverBy} />
              </Fact>
            )}
            {(order.parcels ?? [order.tracking]).map(
              (parcel) =>
                parcel && (
                  <Fact key={`${parcel.carrier} ${parcel.number}`} name="Parcel">
                    <Parcel {...parcel} />
                  </Fact>
                ),
            )}
            <Fact name="Address">
              <bdi>{order.address}</bdi>
            </Fact>
            {order.invoice !== undefined && (
              <Fact name="Invoice">
                <Link to={invoiceAddress(order.invoice)}>{order.invoice}</Link>
              </Fact>
            )}
            {specimen !== undefined && (
              <Fact name="Invoice">
                <Link to={invoiceAddress(specimen)}>Specimen</Link>
              </Fact>
            )}
            {order.history !== undefined && order.history.length > 1 && (
              <Fact name="History">
                <OrderHistory history={order.history} />
              </Fact>
            )}
          </dl>
          <div className={`row ${styles.actions}`}>
            <BuyAgain order={order} products={products} areProductsKnown={areProductsKnown} />
            {isOpen && <CancelOrder order={order} onCancelled={() => focusOn(heading.current)} />}
          </div>
        </div>
      </details>
    </article>
  );
}

/** A heading in a control that opens is no target of its own until then. */
function focusOn(heading: HTMLElement | null): void {
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus();
}

function describeStatus({ status, refunded }: Order): string {
  const { name } = statuses[status];
  if (refunded === 0) return name;
  if (status === 'placed') return `${name}, partly cancelled`;
  return status === 'shipped' ? `${name}, partly refunded` : name;
}

interface FactProps {
  name: string;
  isAmount?: boolean;
  children: ReactNode;
}

function Fact({ name, isAmount = false, children }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd data-amount={isAmount || undefined} className={isAmount ? 'amount' : undefined}>
        {children}
      </dd>
    </div>
  );
}
