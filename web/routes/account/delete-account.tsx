import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import * as messages from '../../../contract/messages.ts';
import type { Account } from '../../../contract/personal-data.ts';
import { formatDollars } from '../../api/money.ts';
import { accountQuery, deleteAccountMutation, isOutcomeUnknown } from '../../api/personal-data.ts';
import { clearSession, readSession } from '../../session/session.ts';
import { useShopperMutation } from '../../session/use-shopper-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Answers, Question } from '../../ui/question.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import styles from './delete-account.module.css';
import { PasswordDialog } from './password-dialog.tsx';

/** Says what is lost, and deletes the account. */
export function DeleteAccount({ account }: { account: Account }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);

  async function ask(): Promise<void> {
    // An order or a refund may have come since the page was loaded.
    await client.invalidateQueries(accountQuery(readSession().token));
    setAsking(true);
  }

  return (
    <>
      <div>
        <Button variant="danger" onClick={() => void ask()}>
          Delete account
        </Button>
      </div>
      {isAsking && account.openOrders > 0 && (
        <OpenOrders count={account.openOrders} onClose={() => setAsking(false)} />
      )}
      {isAsking && account.openOrders === 0 && (
        <LastQuestion {...account} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

function OpenOrders({ count, onClose }: { count: number; onClose: () => void }) {
  return (
    <Question heading="Your account can’t be deleted yet" onClose={onClose}>
      <p>
        {messages.ordersNotShipped(count)}. <Link to="/orders">Your orders</Link>
      </p>
      <Answers>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </Answers>
    </Question>
  );
}

function LastQuestion({
  username,
  balance,
  documents,
  onClose,
}: Account & { onClose: () => void }) {
  const remove = useShopperMutation({
    ...deleteAccountMutation,
    onSuccess() {
      // All tabs are logged out. The screen needs a session, so the page leads to /login.
      clearSession();
      toast.success(messages.accountDeleted);
    },
  });

  return (
    <PasswordDialog
      heading={`Delete the account ${username}?`}
      submitLabel="Delete for good"
      busyLabel="Deleting"
      isDangerous
      change={remove}
      variablesOf={({ currentPassword }) => ({ currentPassword, forfeit: balance })}
      onClose={onClose}
    >
      <ul className={`stack gap-2 ${styles.losses}`}>
        {balance > 0 && (
          <li>
            Your wallet has <strong>{formatDollars(balance)}</strong>. You give this money up: the
            shop keeps it.
          </li>
        )}
        <li>Your name, password, sessions, addresses and cart are erased.</li>
        <li>You have no open orders.</li>
        <li>Orders remain, without your name and address.</li>
        {documents && (
          <li>
            Invoices and credit notes keep the address of their order, because the law asks for it:
            the last one until the end of {documents.keptUntil.slice(0, 4)}.
          </li>
        )}
        <li>This can’t be undone.</li>
      </ul>
      <p role="alert" className={styles.unknown}>
        {remove.error && isOutcomeUnknown(remove.error) && messages.accountDeletionUnknown}
      </p>
    </PasswordDialog>
  );
}
