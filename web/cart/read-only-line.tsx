import { classNames } from '../ui/class-names.ts';
import lineStyles from './cart-line.module.css';
import { LineCost, LineName, LinePicture } from './cart-line.tsx';
import styles from './line-problem.module.css';
import { type LineProblem, MendLine, ORDER_PROBLEM_ID } from './line-problem.tsx';
import type { CartLine } from './use-cart.ts';

interface ReadOnlyLineProps {
  line: CartLine;
  /** Why it can't be ordered. */
  problem: LineProblem | undefined;
  onMend: () => void;
}

/** A line of the read-only summary: 'Qty: n' (spec 2, cart panel). */
export function ReadOnlyCartLine({ line, problem, onMend }: ReadOnlyLineProps) {
  return (
    <li
      className={classNames(lineStyles.line, styles.line)}
      tabIndex={problem && -1}
      data-problem={problem && true}
      aria-describedby={problem && ORDER_PROBLEM_ID}
    >
      <LinePicture line={line} />
      <LineName line={line} />
      <div className={lineStyles.amounts}>
        <p>Qty: {line.qty}</p>
        <LineCost line={line} />
      </div>
      {problem && <MendLine problem={problem} name={line.product?.name} onMend={onMend} />}
    </li>
  );
}
