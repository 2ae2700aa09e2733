import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SessionEntry } from '../../../contract/account.ts';
import * as messages from '../../../contract/messages.ts';
import { endSessionsMutation, sessionsQuery } from '../../api/account.ts';
import { Moment } from '../../session/moment.tsx';
import { useSession } from '../../session/session.ts';
import { useShopperMutation } from '../../session/use-shopper-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { Entry, LoadedSection } from './section.tsx';

/** Shows where and when the shopper logged in, and logs out of one session or of all others. */
export function Sessions() {
  const sessions = useQuery(sessionsQuery(useSession().token));
  const heading = useRef<HTMLHeadingElement>(null);
  const endSessions = useShopperMutation(endSessionsMutation);
  /** What is to end: one session, or all others. */
  const [ending, setEnding] = useState<SessionEntry | 'others'>();
  return (
    <LoadedSection heading="Sessions" headingRef={heading} query={sessions} what="Your sessions">
      {(entries) => (
        <>
          <ul className="stack gap-3">
            {entries.map((session) => (
              <Entry
                key={session.id}
                name={
                  <>
                    {session.browser || 'Unknown browser'}
                    {session.current && <strong> (this session)</strong>}
                  </>
                }
                action={session.current ? undefined : 'Log out'}
                onAction={() => setEnding(session)}
              >
                Logged in <Moment at={session.startedAt} />
              </Entry>
            ))}
          </ul>
          {entries.length > 1 && (
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
        </>
      )}
    </LoadedSection>
  );
}
