import { useSession } from '../session/session.ts';
import { Field } from '../ui/field.tsx';

interface UsernameFieldProps {
  defaultValue?: string | undefined;
  error: string | undefined;
}

/** The username of a form that logs in, registers or recovers. */
export function UsernameField(props: UsernameFieldProps) {
  return (
    <Field
      label="Username"
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}

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
