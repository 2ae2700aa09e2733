import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { passkeysQuery } from '../../api/passkeys.ts';
import { accountQuery } from '../../api/personal-data.ts';
import { useSession } from '../../session/session.ts';
import styles from './other-access.module.css';

/** The name of the checkbox. */
export const REMOVE_ACCESS = 'removeAccess';

/** Says what stays beside a new password, and offers to remove it. Renders nothing if the shopper has nothing of it. */
export function OtherAccess() {
  const { token } = useSession();
  const { data: passkeys } = useQuery(passkeysQuery(token));
  const { data: account } = useQuery(accountQuery(token));
  const id = useId();
  const kept = [
    count(passkeys?.length ?? 0, 'passkey'),
    count(account?.recoveryCodes ?? 0, 'recovery code'),
  ].filter((text) => text !== undefined);
  if (kept.length === 0) return null;
  return (
    <div className={styles.choice}>
      <input
        id={id}
        className={styles.box}
        type="checkbox"
        name={REMOVE_ACCESS}
        aria-describedby={`${id}-hint`}
      />
      <label htmlFor={id}>Also remove {kept.join(' and ')}</label>
      <p id={`${id}-hint`} className={styles.hint}>
        They keep working otherwise. Remove them if somebody else may have known your password.
      </p>
    </div>
  );
}

function count(number: number, noun: string): string | undefined {
  if (number === 0) return undefined;
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
