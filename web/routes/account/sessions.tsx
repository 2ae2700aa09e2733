import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { SessionEntry } from '../../../contract/account.ts';
import * as messages from '../../../contract/messages.ts';
import { endSessionsMutation, sessionsQuery } from '../../api/account.ts';
import { readSession, useSession } from '../../session/session.ts';
import { useOwnShop } from '../../session/site.ts';
import { Button } from '../../ui/button.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './list.module.css';
import { PasswordDialog } from './password-dialog.tsx';
import { Section } from './section.tsx';

/** Shows where and when the shopper logged in, and logs out of one session or of all others. */
export function Sessions() {
  const { token } = useSession();
  const { data, isLoadingError, refetch } = useQuery(sessionsQuery(token));
  const heading = useRef<HTMLHeadingElement>(null);
  const { mutateAsync, isPending } = useMutation(endSessionsMutation);
  /** What is to end: one session, or all others. */
  const [ending, setEnding] = useState<SessionEntry | 'others'>();

  async function logOut(currentPassword: string): Promise<void> {
    const { token } = readSession();
    if (token === null || ending === undefined) return;
    const id = ending === 'others' ? undefined : ending.id;
    await mutateAsync({ token, currentPassword, id });
  }

  return (
    <Section heading="Sessions" headingRef={heading}>
      {isLoadingError && <LoadFailure what="Your sessions" onRetry={() => void refetch()} />}
      {data === undefined && !isLoadingError && <Spinner label="Loading your sessions" />}
      <ul className={styles.list}>
        {data?.map((session) => (
          <Session key={session.id} {...session} onLogOut={() => setEnding(session)} />
        ))}
      </ul>
      {data !== undefined && data.length > 1 && (
        <div>
          <Button variant="secondary" onClick={() => setEnding('others')}>
            Log out everywhere else
          </Button>
        </div>
      )}
      {ending !== undefined && (
        <PasswordDialog
          heading={ending === 'others' ? 'Log out everywhere else?' : 'Log out there?'}
          submitLabel="Log out"
          busyLabel="Logging out"
          isBusy={isPending}
          onSubmit={logOut}
          onClose={() => setEnding(undefined)}
          success={ending === 'others' ? messages.loggedOutElsewhere : messages.loggedOutThere}
          afterwards={heading}
        >
          <p>
            {ending === 'others'
              ? 'All other sessions of your account end.'
              : `The session of ${ending.browser || 'an unknown browser'} ends.`}
          </p>
        </PasswordDialog>
      )}
    </Section>
  );
}

interface SessionProps extends SessionEntry {
  onLogOut: () => void;
}

function Session({ browser, startedAt, current, onLogOut }: SessionProps) {
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
        <Button variant="quiet" aria-describedby={id} onClick={onLogOut}>
          Log out
        </Button>
      )}
    </li>
  );
}
