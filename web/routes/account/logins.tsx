import { useQuery } from '@tanstack/react-query';
import type { LoginEvent } from '../../../contract/account.ts';
import { LOGIN_EVENT_DAYS } from '../../../contract/limits.ts';
import { loginsQuery } from '../../api/account.ts';
import { Moment } from '../../session/moment.tsx';
import { useSession } from '../../session/session.ts';
import { LoadedSection } from './section.tsx';

/** Shows failed logins, those from new devices, and changed ways in, so that a shopper notices a stranger. */
export function Logins() {
  const logins = useQuery(loginsQuery(useSession().token));
  return (
    <LoadedSection heading="Recent logins" query={logins} what="Your logins">
      {(events) =>
        events.length === 0 ? (
          <p>{`No failed logins and no new devices in the last ${LOGIN_EVENT_DAYS} days.`}</p>
        ) : (
          <>
            <ul className="stack gap-3">
              {events.map(({ kind, count, browser, lastAt }) => (
                <li key={`${kind} ${browser} ${lastAt}`}>
                  {describe(kind, count)}
                  <p className="secondary-text">
                    {browser && `${browser}, `}
                    {count > 1 && 'last on '}
                    <Moment at={lastAt} />
                  </p>
                </li>
              ))}
            </ul>
            <p className="secondary-text">
              If you don’t know one of them, change your password, and with it remove passkeys and
              recovery codes.
            </p>
          </>
        )
      }
    </LoadedSection>
  );
}

function describe(kind: LoginEvent['kind'], count: number): string {
  switch (kind) {
    case 'failed':
      return count === 1 ? '1 failed login' : `${count} failed logins`;
    case 'new-device':
      return count === 1 ? 'Login from a new device' : `${count} logins from new devices`;
    case 'passkey-added':
      return count === 1 ? 'Passkey added' : `${count} passkeys added`;
    case 'passkey-removed':
      return count === 1 ? 'Passkey removed' : `${count} passkeys removed`;
    case 'codes-made':
      return count === 1 ? 'New recovery codes' : `New recovery codes, ${count} times`;
    case 'recovered':
      return count === 1
        ? 'New password by a recovery code'
        : `${count} new passwords by recovery codes`;
  }
}
