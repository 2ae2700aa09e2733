import { useEffect, useRef } from 'react';
import * as messages from '../../../../contract/messages.ts';
import * as pageMessages from '../../../../contract/page-messages.ts';
import type { OrderState } from '../../../order/order-state.ts';
import { isInDoubt } from '../../../order/order-store.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './order-note.module.css';
import type { PlacingOrder } from './use-place-order.ts';

interface OrderNoteProps {
  placing: PlacingOrder;
  /** Whether the cart is empty. */
  isEmpty?: boolean;
  /** A field shows the problem, so the note doesn't. */
  isBesideField?: boolean;
}

/** Says that an order was not placed or is unconfirmed. The note stays until the next press. */
export function OrderNote({ placing, isEmpty = false, isBesideField = false }: OrderNoteProps) {
  const { state, retry } = placing;
  const isUnconfirmed = isInDoubt(state);
  const { title, text } = wordsFor(state, isEmpty);
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (title === undefined) return;
    note.current?.scrollIntoView({ block: 'nearest' });
    // The focused element may have been removed.
    if (document.activeElement === document.body) note.current?.focus();
  }, [title]);
  return (
    <div ref={note} tabIndex={-1} className={title && styles.note}>
      {/* Screen readers announce only what is added to a region that already exists. */}
      <div role="status">
        {title !== undefined && (
          <>
            <strong>{title}</strong>
            {!isBesideField && <p>{text}</p>}
          </>
        )}
      </div>
      {isUnconfirmed && (
        <Button variant="secondary" aria-disabled={state.status === 'sending'} onClick={retry}>
          {state.status === 'sending' ? 'Checking…' : 'Check again'}
        </Button>
      )}
    </div>
  );
}

function wordsFor(state: OrderState, isEmpty: boolean) {
  if (isInDoubt(state))
    return { title: pageMessages.orderUnconfirmed, text: messages.orderUnconfirmedHint };
  if (state.status !== 'none' || state.refused === undefined) return {};
  const { message, order } = state.refused;
  // Another tab or device has ordered the cart, or has emptied it.
  if (isEmpty && order.lines.length > 0) {
    return { title: messages.cartOrderedElsewhere, text: messages.cartOrderedElsewhereHint };
  }
  return { title: messages.orderNotPlaced, text: message };
}
