import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { findCredentialProblem } from '../../../contract/credentials.ts';
import { PASSWORD_MIN_LENGTH } from '../../../contract/limits.ts';
import * as messages from '../../../contract/messages.ts';
import { changePasswordMutation } from '../../api/account.ts';
import { passkeysQuery } from '../../api/passkeys.ts';
import { accountQuery } from '../../api/personal-data.ts';
import {
  type FieldProblem,
  findConfirmationProblem,
  useFieldProblem,
} from '../../credentials/use-field-problem.ts';
import { OwnUsername } from '../../credentials/username-field.tsx';
import { readSession, useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import styles from './change-password.module.css';
import { OtherAccess } from './other-access.tsx';
import { Section } from './section.tsx';

/** Changes the password, and ends all other sessions. */
export function ChangePassword() {
  const { username } = useSession();
  const { errorOf, isValid, markRefusal } = useFieldProblem();
  const form = useRef<HTMLFormElement>(null);
  const [isAccessKept, setAccessKept] = useState(false);
  const { mutate, isPending } = useMutation({
    ...changePasswordMutation,
    onSuccess(_reply, { token }, _result, { client }) {
      form.current?.reset();
      toast.success(messages.passwordChanged);
      setAccessKept(false);
      void client.invalidateQueries(passkeysQuery(token));
      void client.invalidateQueries(accountQuery(token));
    },
    onError(error) {
      const isOfCurrent = error.message === messages.currentPasswordWrong;
      markRefusal(isOfCurrent ? 'currentPassword' : 'password', error);
    },
  });

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { token } = readSession();
    if (isPending || token === null) return;
    const fields = new FormData(event.currentTarget);
    const textOf = (name: string) => String(fields.get(name) ?? '');
    const passwords: Passwords = {
      current: textOf('currentPassword'),
      next: textOf('password'),
      confirmation: textOf('confirmation'),
    };
    if (!isValid(findProblem(username ?? '', passwords))) return;
    mutate({
      token,
      currentPassword: passwords.current,
      newPassword: passwords.next,
      ...(isAccessKept && { keepPasskeysAndCodes: true }),
    });
  }

  return (
    <Section heading="Password">
      <form ref={form} className={styles.form} method="post" onSubmit={submit} noValidate>
        <OwnUsername />
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          error={errorOf('currentPassword')}
        />
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          hint={`Password must be at least ${PASSWORD_MIN_LENGTH} characters`}
          error={errorOf('password')}
        />
        <PasswordField
          label="Confirm new password"
          name="confirmation"
          autoComplete="new-password"
          error={errorOf('confirmation')}
        />
        <OtherAccess isKept={isAccessKept} onChange={setAccessKept} />
        <p className="secondary-text">All other sessions of your account end.</p>
        <Button type="submit" aria-disabled={isPending}>
          {isPending ? 'Changing password' : 'Change password'}
        </Button>
      </form>
    </Section>
  );
}

interface Passwords {
  current: string;
  next: string;
  confirmation: string;
}

/** Runs the checks of a registration (spec 5) on the new password. */
function findProblem(
  username: string,
  { current, next, confirmation }: Passwords,
): FieldProblem | undefined {
  if (current === '') {
    return { field: 'currentPassword', message: messages.currentPasswordRequired };
  }
  const problem =
    findCredentialProblem(username, next) ?? findConfirmationProblem(next, confirmation);
  if (problem) return problem;
  return next === current ? { field: 'password', message: messages.passwordUnchanged } : undefined;
}
