import { useEffect, useRef } from 'react';
import * as messages from '../../../contract/messages.ts';
import { Button } from '../../ui/button.tsx';
import styles from './order-note.module.css';
import type { usePlaceOrder } from './place-order.ts';
import type { OrderRefusal } from './send-order.ts';

interface OrderNoteProps {
  placing: ReturnType<typeof usePlaceOrder>;
  /** The cart is empty by now. */
  isEmpty?: boolean;
}

/** What became of an order that did not lead to the thanks page; it stays until the next press. */
export function OrderNote({ placing, isEmpty = false }: OrderNoteProps) {
  const { isUnheard, isAsking, refusal, askAgain } = placing;
  const { title, text } = wordsFor(isUnheard, refusal, isEmpty);
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (title === undefined) return;
    note.current?.scrollIntoView({ block: 'nearest' });
    // What had the focus may have gone with what was there before.
    if (document.activeElement === document.body) note.current?.focus();
  }, [title]);
  return (
    <div ref={note} tabIndex={-1} className={title && styles.note}>
      {/* There before anything is said in it, so that it is read out; the button isn't part of it. */}
      <div role="status">
        {title !== undefined && (
          <>
            <strong>{title}</strong>
            <p>{text}</p>
          </>
        )}
      </div>
      {isUnheard && (
        <Button
          look="secondary"
          aria-disabled={isAsking}
          onClick={() => askAgain({ isByHand: true })}
        >
          {isAsking ? 'Checking…' : 'Check again'}
        </Button>
      )}
    </div>
  );
}

function wordsFor(isUnheard: boolean, refusal: OrderRefusal | undefined, isEmpty: boolean) {
  if (isUnheard) return { title: messages.orderUnconfirmed, text: messages.orderUnconfirmedHint };
  if (refusal === undefined) return {};
  if (isEmpty && refusal.hadLines) {
    return { title: messages.cartOrderedElsewhere, text: messages.cartOrderedElsewhereHint };
  }
  return { title: messages.orderNotPlaced, text: refusal.message };
}
