import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import * as messages from '../../../contract/messages.ts';
import { findRecoveryProblem } from '../../../contract/recovery.ts';
import { isMissing } from '../../api/missing.ts';
import { recoverMutation } from '../../api/recovery.ts';
import { PageMeta } from '../../app/page-meta.tsx';
import { FormCard } from '../../credentials/form-card.tsx';
import {
  findConfirmationProblem,
  focusUsername,
  type LoginState,
  useFieldProblem,
} from '../../credentials/use-field-problem.ts';
import { UsernameField } from '../../credentials/username-field.tsx';
import { Field, PasswordField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast/toasts.ts';

/** Sets a new password with a recovery code: `/login?recovery=1`. */
export default function Recover() {
  const { errorOf, isValid, markRefusal } = useFieldProblem();
  const navigate = useNavigate();
  useEffect(focusUsername, []);
  const { mutate, isPending, isSuccess } = useMutation({
    ...recoverMutation,
    onSuccess(_reply, { username }) {
      toast.success(messages.passwordRecovered);
      navigate('/login', { state: { username } satisfies LoginState });
    },
    onError(error, { username }) {
      // Another backend: the link is not offered any more.
      if (isMissing(error)) navigate('/login', { state: { username, hasNoRecovery: true } });
      else markRefusal(error.message === messages.recoveryCodeWrong ? 'code' : 'password', error);
    },
  });

  return (
    <FormCard
      heading="Forgot your password?"
      submitLabel="Set new password"
      busyLabel="Setting the password"
      isBusy={isPending || isSuccess}
      onSubmit={({ username = '', code = '', password = '', confirmation = '' }) => {
        const problem =
          findRecoveryProblem(username, code, password) ??
          findConfirmationProblem(password, confirmation);
        if (isValid(problem)) mutate({ username, code, newPassword: password });
      }}
      footer={
        <>
          No codes? Ask the shop for a new password. <Link to="/login">Back to login</Link>
        </>
      }
    >
      <PageMeta
        title="Forgot your password?"
        description="Set a new password with a recovery code."
        path="/login"
      />
      <UsernameField error={errorOf('username')} />
      <Field
        label="Recovery code"
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint="One of the ten codes from your account. It ends all sessions and removes all passkeys."
        error={errorOf('code')}
      />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        error={errorOf('password')}
      />
      <PasswordField
        label="Confirm new password"
        name="confirmation"
        autoComplete="new-password"
        error={errorOf('confirmation')}
      />
    </FormCard>
  );
}
