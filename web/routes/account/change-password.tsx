import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { findCredentialProblem } from '../../../contract/credentials.ts';
import { PASSWORD_MIN_LENGTH } from '../../../contract/limits.ts';
import * as messages from '../../../contract/messages.ts';
import { changePasswordMutation } from '../../api/account.ts';
import { passkeysQuery } from '../../api/passkeys.ts';
import { accountQuery } from '../../api/personal-data.ts';
import { NewPasswordFields } from '../../credentials/fields.tsx';
import {
  type FieldProblem,
  findConfirmationProblem,
  findPasswordProblem,
  useForm,
} from '../../credentials/use-form.ts';
import { useSession } from '../../session/session.ts';
import { useShopperMutation } from '../../session/use-shopper-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import styles from './change-password.module.css';
import { OwnUsername, Section } from './section.tsx';

/** Changes the password, and ends all other sessions. */
export function ChangePassword() {
  const { username } = useSession();
  const [isAccessKept, setAccessKept] = useState(false);
  const changePassword = useShopperMutation({
    ...changePasswordMutation,
    onSuccess(_reply, { token }, _result, { client }) {
      toast.success(messages.passwordChanged);
      setAccessKept(false);
      void client.invalidateQueries(passkeysQuery(token));
      void client.invalidateQueries(accountQuery(token));
    },
  });
  const { attributes, field, isBusy } = useForm({
    change: changePassword,
    /** Runs the checks of a registration (R3.1) on the new password. */
    check(texts): FieldProblem | undefined {
      const { currentPassword, password } = texts;
      const problem =
        findPasswordProblem(texts) ??
        findCredentialProblem(username ?? '', password) ??
        findConfirmationProblem(texts);
      if (problem || password !== currentPassword) return problem;
      return { field: 'password', message: messages.passwordUnchanged };
    },
    variablesOf: ({ currentPassword, password }) => ({
      currentPassword,
      newPassword: password,
      ...(isAccessKept && { keepPasskeysAndCodes: true as const }),
    }),
    refusals: { CURRENT_PASSWORD_WRONG: 'currentPassword', other: 'password' },
  });

  return (
    <Section heading="Password">
      <form className={`stack to-start ${styles.form}`} {...attributes}>
        <OwnUsername />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...field('currentPassword')}
        />
        <NewPasswordFields
          field={field}
          label="New password"
          confirmation="Confirm new password"
          hint={`Password must be at least ${PASSWORD_MIN_LENGTH} characters`}
        />
        <OtherAccess isKept={isAccessKept} onChange={setAccessKept} />
        <p className="secondary-text">All other sessions of your account end.</p>
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy ? 'Changing password' : 'Change password'}
        </Button>
      </form>
    </Section>
  );
}

interface OtherAccessProps {
  isKept: boolean;
  onChange: (isKept: boolean) => void;
}

/**
 * Names the passkeys and codes that go with the old password, and lets the shopper keep them. Renders nothing without
 * them.
 */
function OtherAccess({ isKept, onChange }: OtherAccessProps) {
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
