import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { findRecoveryProblem } from '../../../contract/credentials.ts';
import * as messages from '../../../contract/messages.ts';
import { callApi } from '../../api/client.ts';
import { isMissing, serverMessageOr } from '../../api/failures.ts';
import { PageMeta } from '../../app/page-meta.tsx';
import {
  focusUsername,
  type LoginState,
  NewPasswordFields,
  UsernameField,
} from '../../credentials/fields.tsx';
import { FormCard } from '../../credentials/form-card.tsx';
import { findConfirmationProblem, useForm } from '../../credentials/use-form.ts';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast/toasts.ts';

/** Sets a new password with a recovery code: `/login?recovery=1`. */
export default function Recover() {
  const navigate = useNavigate();
  useEffect(focusUsername, []);
  const recover = useMutation({
    mutationFn: (body: { username: string; code: string; newPassword: string }) =>
      callApi('recoverAccount', { body }),
    meta: {
      isOwnCall: true,
      explain: (error) =>
        isMissing(error)
          ? messages.recoveryMissing
          : serverMessageOr(messages.recoveryUnreachable)(error),
    },
    onSuccess(_reply, { username }) {
      toast.success(messages.passwordRecovered);
      navigate('/login', { state: { username } satisfies LoginState });
    },
    onError(error, { username }) {
      // Another backend: the link is not offered any more.
      if (isMissing(error)) navigate('/login', { state: { username } satisfies LoginState });
    },
  });
  const form = useForm({
    change: recover,
    leadsOn: true,
    check: (texts) =>
      findRecoveryProblem(texts.username, texts.code, texts.password) ??
      findConfirmationProblem(texts),
    variablesOf: ({ username, code, password }) => ({ username, code, newPassword: password }),
    refusals: { RECOVERY_CODE_WRONG: 'code', other: 'password' },
  });

  return (
    <FormCard
      form={form}
      heading="Forgot your password?"
      submitLabel="Set new password"
      busyLabel="Setting the password"
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
      <UsernameField {...form.field('username')} />
      <Field
        label="Recovery code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint="One of the ten codes from your account. It ends all sessions and removes all passkeys."
        {...form.field('code')}
      />
      <NewPasswordFields
        field={form.field}
        label="New password"
        confirmation="Confirm new password"
      />
    </FormCard>
  );
}
