import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import * as messages from '../../../contract/messages.ts';
import { endOtherSessionsMutation, sessionsQuery } from '../../api/account.ts';
import { useOwnShop } from '../../app/site.ts';
import { readSession, useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { Section } from './section.tsx';
import styles from './sessions.module.css';

/** Shows when the shopper logged in, and logs out everywhere else. */
export function Sessions() {
  const { token } = useSession();
  const timeZone = useOwnShop()?.timeZone;
  const { data, isLoadingError, refetch } = useQuery(sessionsQuery(token));
  // Receives the focus when the button is removed.
  const heading = useRef<HTMLHeadingElement>(null);
  const { mutate, isPending } = useMutation(endOtherSessionsMutation);

  function logOutElsewhere(): void {
    const { token } = readSession();
    if (token === null || isPending) return;
    mutate({ token }, { onSuccess: sayLoggedOut });
  }

  function sayLoggedOut(): void {
    toast.success(messages.loggedOutElsewhere);
    heading.current?.focus();
  }

  return (
    <Section heading="Sessions" headingRef={heading}>
      {isLoadingError && <LoadFailure what="Your sessions" onRetry={() => void refetch()} />}
      {data === undefined && !isLoadingError && <Spinner label="Loading your sessions" />}
      <ul className={styles.sessions}>
        {data?.map(({ startedAt, current }, place) => (
          // Several logins may be of one moment.
          // biome-ignore lint/suspicious/noArrayIndexKey: a session has no id
          <li key={place}>
            Logged in <time dateTime={startedAt}>{formatMoment(startedAt, timeZone)}</time>
            {current && <strong> (this session)</strong>}
          </li>
        ))}
      </ul>
      {data !== undefined && data.length > 1 && (
        <div>
          <Button variant="secondary" aria-disabled={isPending} onClick={logOutElsewhere}>
            {isPending ? 'Logging out elsewhere' : 'Log out everywhere else'}
          </Button>
        </div>
      )}
    </Section>
  );
}
