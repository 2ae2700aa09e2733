import { useMutation } from '@tanstack/react-query';
import { passkeyLoginMutation } from '../../api/auth.ts';
import { isMissing } from '../../api/failures.ts';
import { focusUsername } from '../../credentials/fields.tsx';
import { useIsOtherBackend } from '../../session/other-backend.ts';
import type { NewSession } from '../../session/session.ts';
import { usePasskeys } from '../../session/site.ts';
import { Button } from '../../ui/button.tsx';
import { useIsHydrated } from '../../ui/hydrated.ts';
import styles from './route.module.css';

interface PasskeyLoginProps {
  onLoggedIn: (session: NewSession) => void;
}

/** Logs in without username and password, if browser and backend have passkeys. */
export function PasskeyLogin({ onLoggedIn }: PasskeyLoginProps) {
  const isHydrated = useIsHydrated();
  const isOtherBackend = useIsOtherBackend();
  const canUse = usePasskeys();
  const { mutate, isPending } = useMutation({
    ...passkeyLoginMutation,
    onSuccess: (session) => onLoggedIn(session),
    // The focused button is removed.
    onError: (error) => isMissing(error) && focusUsername(),
  });
  if (isOtherBackend || (isHydrated && !canUse)) return null;
  return (
    <Button
      variant="secondary"
      wide
      className={styles.passkey}
      // Before hydration no script reacts to it.
      disabled={!isHydrated}
      aria-disabled={isPending || undefined}
      onClick={() => !isPending && mutate()}
    >
      {isPending ? 'Waiting for your passkey' : 'Log in with a passkey'}
    </Button>
  );
}
