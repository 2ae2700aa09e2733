import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { passkeysQuery } from '../../api/passkeys.ts';
import { accountQuery } from '../../api/personal-data.ts';
import { useSession } from '../../session/session.ts';
import styles from './other-access.module.css';

interface OtherAccessProps {
  isKept: boolean;
  onChange: (isKept: boolean) => void;
}

/** Says what goes with the old password, and lets the shopper keep it. Renders nothing if there is nothing of it. */
export function OtherAccess({ isKept, onChange }: OtherAccessProps) {
  const { token } = useSession();
  const { data: passkeys } = useQuery(passkeysQuery(token));
  const { data: account } = useQuery(accountQuery(token));
  const id = useId();
  const counted = [
    count(passkeys?.length ?? 0, 'passkey'),
    count(account?.recoveryCodes ?? 0, 'recovery code'),
  ].filter((text) => text !== undefined);
  if (counted.length === 0) return null;
  const what = counted.join(' and ');
  return (
    <div className={styles.choice}>
      <input
        id={id}
        className={styles.box}
        type="checkbox"
        checked={!isKept}
        onChange={({ currentTarget }) => onChange(!currentTarget.checked)}
        aria-describedby={`${id}-hint`}
      />
      <label htmlFor={id}>Also remove {what}</label>
      <p id={`${id}-hint`} className={styles.hint} aria-live="polite">
        {isKept
          ? `Still valid after the change, whoever has them: ${what}.`
          : 'Whoever knew your password may have made them. You can make new ones afterwards.'}
      </p>
    </div>
  );
}

function count(number: number, noun: string): string | undefined {
  if (number === 0) return undefined;
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
