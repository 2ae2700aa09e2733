import { useSession } from '../../session/session.ts';

/** Tells password managers whose password a form is about. */
export function OwnUsername() {
  const { username } = useSession();
  return (
    <input
      type="text"
      name="username"
      aria-label="Username"
      autoComplete="username"
      value={username ?? ''}
      readOnly
      hidden
    />
  );
}
