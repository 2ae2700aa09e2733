import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import type { SessionEntry } from '../../../contract/account.ts';
import * as messages from '../../../contract/messages.ts';
import { endSessionsMutation, sessionsQuery } from '../../api/account.ts';
import { useOwnShop } from '../../app/site.ts';
import { readSession, useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import styles from './list.module.css';
import { Section } from './section.tsx';

/** Shows where and when the shopper logged in, and logs out of one session or of all others. */
export function Sessions() {
  const { token } = useSession();
  const { data, isLoadingError, refetch } = useQuery(sessionsQuery(token));
  // Receives the focus when a button is removed.
  const heading = useRef<HTMLHeadingElement>(null);
  const { mutate, isPending, variables } = useMutation(endSessionsMutation);

  /** @param id of one session; all others if left out */
  function logOut(id?: string): void {
    const { token } = readSession();
    if (token === null || isPending) return;
    const message = id === undefined ? messages.loggedOutElsewhere : messages.loggedOutThere;
    mutate(
      { token, id },
      {
        onSuccess() {
          toast.success(message);
          heading.current?.focus();
        },
      },
    );
  }

  return (
    <Section heading="Sessions" headingRef={heading}>
      {isLoadingError && <LoadFailure what="Your sessions" onRetry={() => void refetch()} />}
      {data === undefined && !isLoadingError && <Spinner label="Loading your sessions" />}
      <ul className={styles.list}>
        {data?.map((session) => (
          <Session
            key={session.id}
            {...session}
            isEnding={isPending && variables.id === session.id}
            onLogOut={() => logOut(session.id)}
          />
        ))}
      </ul>
      {data !== undefined && data.length > 1 && (
        <div>
          <Button variant="secondary" aria-disabled={isPending} onClick={() => logOut()}>
            {isPending && variables.id === undefined
              ? 'Logging out elsewhere'
              : 'Log out everywhere else'}
          </Button>
        </div>
      )}
    </Section>
  );
}

interface SessionProps extends SessionEntry {
  isEnding: boolean;
  onLogOut: () => void;
}

function Session({ browser, startedAt, current, isEnding, onLogOut }: SessionProps) {
  const timeZone = useOwnShop()?.timeZone;
  const id = useId();
  return (
    <li className={styles.item}>
      <div id={id}>
        <span className={styles.name}>{browser || 'Unknown browser'}</span>
        {current && <strong> (this session)</strong>}
        <span className={styles.detail}>
          Logged in <time dateTime={startedAt}>{formatMoment(startedAt, timeZone)}</time>
        </span>
      </div>
      {!current && (
        <Button variant="quiet" aria-describedby={id} aria-disabled={isEnding} onClick={onLogOut}>
          {isEnding ? 'Logging out' : 'Log out'}
        </Button>
      )}
    </li>
  );
}
