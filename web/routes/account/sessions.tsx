import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { SessionEntry } from '../../../contract/account.ts';
import * as messages from '../../../contract/messages.ts';
import { endSessionsMutation, sessionsQuery } from '../../api/account.ts';
import { useSession } from '../../session/session.ts';
import { useOwnShop } from '../../session/site.ts';
import { useShopperMutation } from '../../session/use-shopper-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { Loaded } from '../../ui/loaded.tsx';
import styles from './list.module.css';
import { PasswordDialog } from './password-dialog.tsx';
import { Section } from './section.tsx';

/** Shows where and when the shopper logged in, and logs out of one session or of all others. */
export function Sessions() {
  const { token } = useSession();
  const sessions = useQuery(sessionsQuery(token));
  const heading = useRef<HTMLHeadingElement>(null);
  const endSessions = useShopperMutation(endSessionsMutation);
  /** What is to end: one session, or all others. */
  const [ending, setEnding] = useState<SessionEntry | 'others'>();

  return (
    <Section heading="Sessions" headingRef={heading}>
      <Loaded query={sessions} what="Your sessions">
        {(entries) => (
          <>
            <ul className="stack gap-3">
              {entries.map((session) => (
                <Session key={session.id} {...session} onLogOut={() => setEnding(session)} />
              ))}
            </ul>
            {entries.length > 1 && (
              <div>
                <Button variant="secondary" onClick={() => setEnding('others')}>
                  Log out everywhere else
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      {ending !== undefined && (
        <PasswordDialog
          heading={ending === 'others' ? 'Log out everywhere else?' : 'Log out there?'}
          submitLabel="Log out"
          busyLabel="Logging out"
          change={endSessions}
          variablesOf={({ currentPassword }) => ({
            currentPassword,
            id: ending === 'others' ? undefined : ending.id,
          })}
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
        <p className="secondary-text">
          Logged in <time dateTime={startedAt}>{formatMoment(startedAt, timeZone)}</time>
        </p>
      </div>
      {!current && (
        <Button variant="quiet" aria-describedby={id} onClick={onLogOut}>
          Log out
        </Button>
      )}
    </li>
  );
}
