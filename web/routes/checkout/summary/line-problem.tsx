import { cartMutation } from '../../../api/cart.ts';
import { useShopperMutation } from '../../../session/use-shopper-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { type LineProblem, ORDER_PROBLEM_ID } from '../order/order-problem.ts';
import styles from './line-problem.module.css';

interface MendLineProps {
  problem: LineProblem;
  /** The name of the product; undefined if it is no longer in the catalogue. */
  name: string | undefined;
  /** Called with a press, before the line changes. */
  onMend: () => void;
}

/** Shows the problem of a line, and offers to reduce it to the remaining stock or to remove it. */
export function MendLine({ problem, name = 'product', onMend }: MendLineProps) {
  const { productId, message, unitsLeft } = problem;
  const { mutate, isPending } = useShopperMutation(cartMutation);

  function change(qty: number): void {
    if (isPending) return;
    onMend();
    mutate({ productId, qty });
  }

  return (
    <div className={`row gap-2 ${styles.mend}`}>
      <Problem id={ORDER_PROBLEM_ID} message={message} />
      {unitsLeft > 0 && (
        <Button
          variant="secondary"
          aria-label={`Order ${unitsLeft} of ${name}`}
          aria-disabled={isPending}
          onClick={() => change(unitsLeft)}
        >
          Order {unitsLeft}
        </Button>
      )}
      <Button
        variant="danger"
        aria-label={`Remove ${name}`}
        aria-disabled={isPending}
        onClick={() => change(0)}
      >
        Remove
      </Button>
    </div>
  );
}
