import type { ReactNode } from 'react';
import type { Order } from '../../../contract/orders.ts';
import { Day, Moment } from '../../session/moment.tsx';
import styles from './order-steps.module.css';

interface OrderStepsProps {
  /** Undefined until it is loaded, and if another backend has no orders. */
  order: Order | undefined;
  placedAt: string | undefined;
  deliverBy: string | undefined;
}

/** What happened to the order, and what comes. Only known days are shown. */
export function OrderSteps({ order, placedAt, deliverBy }: OrderStepsProps) {
  const shipped = order?.history?.find(({ status }) => status === 'shipped');
  return (
    <ol className={styles.steps} aria-label="Steps of your order">
      <Step name="Ordered" isDone>
        {placedAt !== undefined && <Moment at={placedAt} />}
      </Step>
      <Step name="Shipped" isDone={shipped !== undefined}>
        {shipped && <Moment at={shipped.at} />}
      </Step>
      {deliverBy !== undefined && (
        <Step name="Arrives by">
          <Day of={deliverBy} />
        </Step>
      )}
    </ol>
  );
}

interface StepProps {
  name: string;
  isDone?: boolean;
  /** Its day. */
  children: ReactNode;
}

function Step({ name, isDone = false, children }: StepProps) {
  return (
    <li data-done={isDone || undefined}>
      <strong>{name}</strong> <span className="secondary-text">{children}</span>
    </li>
  );
}
