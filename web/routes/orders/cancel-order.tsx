import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as messages from '../../../contract/messages.ts';
import { toCents, toDollars } from '../../../contract/money.ts';
import type { Order } from '../../../contract/orders.ts';
import { formatDollars } from '../../api/money.ts';
import { cancelOrderMutation, ordersQuery, replaceOrder } from '../../api/orders.ts';
import { readSession } from '../../session/session.ts';
import { walletQuery } from '../../session/wallet.ts';
import { Button } from '../../ui/button.tsx';
import { Answers, Question } from '../../ui/question.tsx';
import { toast } from '../../ui/toast/toasts.ts';

interface CancelOrderProps {
  order: Order;
  onCancelled: () => void;
}

/** Cancels an order that is not shipped, after a confirmation. */
export function CancelOrder({ order, onCancelled }: CancelOrderProps) {
  const client = useQueryClient();
  const left = toDollars(toCents(order.total) - toCents(order.refunded));
  const { mutateAsync, isPending } = useMutation({
    ...cancelOrderMutation,
    // The order may have been cancelled even if the call failed.
    onSettled: (_order, _error, { token }) => client.invalidateQueries(walletQuery(token)),
  });
  const [isConfirming, setConfirming] = useState(false);

  async function cancel(): Promise<void> {
    setConfirming(false);
    const { token } = readSession();
    if (token === null || isPending) return;
    try {
      const cancelled = await mutateAsync({ token, orderId: order.id });
      await replaceOrder(client, token, cancelled);
      toast.success(messages.backInWallet(formatDollars(left)));
      onCancelled();
    } catch {
      // The query client shows the failure. The order may have been shipped meanwhile.
      await client.invalidateQueries({ queryKey: ordersQuery(token).queryKey });
    }
  }

  return (
    <>
      <Button
        variant="secondary"
        aria-disabled={isPending}
        onClick={() => !isPending && setConfirming(true)}
      >
        {isPending ? 'Cancelling order' : 'Cancel order'}
      </Button>
      {isConfirming && (
        <Question heading="Cancel this order?" onClose={() => setConfirming(false)}>
          <p>{formatDollars(left)} goes back to your wallet. This can't be undone.</p>
          <Answers>
            <Button variant="secondary" onClick={() => setConfirming(false)}>
              Keep order
            </Button>
            <Button variant="danger" onClick={() => void cancel()}>
              Yes, cancel it
            </Button>
          </Answers>
        </Question>
      )}
    </>
  );
}
