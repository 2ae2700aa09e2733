import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useRef } from 'react';
import { PASSKEY_NAME_MAX_LENGTH } from '../../../contract/limits.ts';
import * as messages from '../../../contract/messages.ts';
import { addPasskeyMutation } from '../../api/passkeys.ts';
import { useFieldProblem } from '../../credentials/use-field-problem.ts';
import { OwnUsername } from '../../credentials/username-field.tsx';
import { readSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field, PasswordField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import styles from './change-password.module.css';

/** Asks for the password, so that nobody adds a passkey in a session that is not theirs. */
export function AddPasskey({ onAdded }: { onAdded: () => void }) {
  const { errorOf, isValid, markRefusal } = useFieldProblem();
  const form = useRef<HTMLFormElement>(null);
  const { mutate, isPending } = useMutation({
    ...addPasskeyMutation,
    onSuccess(...reply) {
      form.current?.reset();
      toast.success(messages.passkeyAdded);
      onAdded();
      return addPasskeyMutation.onSuccess?.(...reply);
    },
    onError(error) {
      const isOfPassword = error.message === messages.currentPasswordWrong;
      if (isOfPassword) markRefusal('passkeyPassword', error);
    },
  });

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { token } = readSession();
    if (isPending || token === null) return;
    const fields = new FormData(event.currentTarget);
    const currentPassword = String(fields.get('passkeyPassword') ?? '');
    const name = String(fields.get('passkeyName') ?? '');
    const message = messages.currentPasswordRequired;
    const problem = { field: 'passkeyPassword', message } as const;
    if (isValid(currentPassword === '' ? problem : undefined)) {
      mutate({ token, currentPassword, name });
    }
  }

  return (
    <form ref={form} className={styles.form} method="post" onSubmit={submit} noValidate>
      <OwnUsername />
      <Field
        label="Name of the passkey"
        name="passkeyName"
        autoComplete="off"
        maxLength={PASSKEY_NAME_MAX_LENGTH}
        hint="To tell it from others, like ‘My phone’"
      />
      <PasswordField
        label="Password of your account"
        name="passkeyPassword"
        autoComplete="current-password"
        error={errorOf('passkeyPassword')}
      />
      <Button type="submit" variant="secondary" aria-disabled={isPending}>
        {isPending ? 'Adding a passkey' : 'Add a passkey'}
      </Button>
    </form>
  );
}
