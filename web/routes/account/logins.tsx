import { useQuery } from '@tanstack/react-query';
import type { LoginEvent } from '../../../contract/account.ts';
import { LOGIN_EVENT_DAYS } from '../../../contract/limits.ts';
import { loginsQuery } from '../../api/account.ts';
import { useSession } from '../../session/session.ts';
import { useOwnShop } from '../../session/site.ts';
import { formatMoment } from '../../ui/dates.ts';
import { Loaded } from '../../ui/loaded.tsx';
import styles from './list.module.css';
import { Section } from './section.tsx';

/** Shows failed logins, those from new devices, and changed ways in, so that a shopper notices a stranger. */
export function Logins() {
  const { token } = useSession();
  const logins = useQuery(loginsQuery(token));
  // The backend has no such call.
  if (logins.data === null) return null;
  return (
    <Section heading="Recent logins">
      <Loaded query={logins} what="Your logins">
        {(events) => <LoginList events={events ?? []} />}
      </Loaded>
    </Section>
  );
}

function LoginList({ events }: { events: readonly LoginEvent[] }) {
  if (events.length === 0) {
    return <p>{`No failed logins and no new devices in the last ${LOGIN_EVENT_DAYS} days.`}</p>;
  }
  return (
    <>
      <ul className="stack gap-3">
        {events.map((event) => (
          <Login key={`${event.kind} ${event.browser} ${event.lastAt}`} {...event} />
        ))}
      </ul>
      <p className="secondary-text">
        If you don’t know one of them, change your password, and with it remove passkeys and
        recovery codes.
      </p>
    </>
  );
}

function Login({ kind, count, browser, lastAt }: LoginEvent) {
  const timeZone = useOwnShop()?.timeZone;
  return (
    <li>
      <span className={styles.name}>{describe(kind, count)}</span>
      <p className="secondary-text">
        {browser && `${browser}, `}
        {count > 1 && 'last on '}
        <time dateTime={lastAt}>{formatMoment(lastAt, timeZone)}</time>
      </p>
    </li>
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
