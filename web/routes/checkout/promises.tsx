import { deliverBy } from '../../../contract/delivery.ts';
import { formatDay } from '../../ui/dates.ts';
import styles from './promises.module.css';

/** What a shopper wants to know before paying: when the order arrives, and what if it is not wanted any more. */
export function Promises() {
  return (
    <dl className={styles.promises}>
      <div>
        <dt>Arrives by {formatDay(deliverBy(Date.now()))}</dt>
        <dd>Delivery is free, whatever you order.</dd>
      </div>
      <div>
        <dt>Changed your mind?</dt>
        <dd>
          Cancel under your name, in your orders, until it is shipped. The whole amount goes back to
          your wallet.
        </dd>
      </div>
    </dl>
  );
}
