import { Amount } from '../../cart/line-amount.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './place-order.module.css';

interface PlaceOrderProps {
  /** Cents; undefined while a product of the cart is unknown. */
  totalCents: number | undefined;
  isPlacing: boolean;
  onPress: () => void;
}

/** PLACE ORDER under the total (spec 2, checkout). On a phone both are a bar at the bottom of the screen. */
export function PlaceOrder({ totalCents, isPlacing, onPress }: PlaceOrderProps) {
  const canPress = totalCents !== undefined && !isPlacing;
  return (
    <div className={styles.bar} data-bar>
      <p className={styles.total}>
        Total{' '}
        <strong>
          <Amount cents={totalCents} />
        </strong>
      </p>
      <Button wide aria-disabled={!canPress} onClick={() => canPress && onPress()}>
        {isPlacing ? 'PLACING ORDER…' : 'PLACE ORDER'}
      </Button>
    </div>
  );
}
