import { type ReactNode, useEffect, useRef } from 'react';
import { messages } from '../../../contract/messages.ts';
import { Button } from '../../ui/button.tsx';
import styles from './order-note.module.css';
import type { usePlaceOrder } from './place-order.ts';

interface OrderNoteProps {
  placing: ReturnType<typeof usePlaceOrder>;
  /** The cart is empty: what was refused is no longer there. */
  isEmpty?: boolean;
}

/** What became of an order that did not lead to the thanks page; it stays until the next press. */
export function OrderNote({ placing, isEmpty = false }: OrderNoteProps) {
  const { pending, refusal, isAsking, askAgain } = placing;
  const isUnheard = pending !== undefined && pending.timesLost > 0;
  return (
    <>
      {/* There before anything is said in it, so that it is read out; the button isn't part of it. */}
      <div role="status">
        {isUnheard && <Note title={messages.orderUnheard}>{messages.orderUnheardHint}</Note>}
        {refusal !== undefined &&
          (isEmpty ? (
            <Note title={messages.cartOrderedElsewhere}>{messages.cartOrderedElsewhereHint}</Note>
          ) : (
            <Note title={messages.orderNotPlaced}>{refusal}</Note>
          ))}
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
    </>
  );
}

function Note({ title, children }: { title: string; children: ReactNode }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What had the focus may have gone with what was there before.
    if (document.activeElement === document.body) note.current?.focus();
  }, []);
  return (
    <div ref={note} tabIndex={-1} className={styles.note}>
      <strong>{title}</strong>
      <p>{children}</p>
    </div>
  );
}
