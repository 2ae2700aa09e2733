import { PASSKEY_NAME_MAX_LENGTH } from '../../../contract/limits.ts';
import * as messages from '../../../contract/messages.ts';
import { addPasskeyMutation } from '../../api/passkeys.ts';
import { findPasswordProblem, useForm } from '../../credentials/use-form.ts';
import { useShopperMutation } from '../../session/use-shopper-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Field, PasswordField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import styles from './change-password.module.css';
import { OwnUsername } from './section.tsx';

/** Asks for the password, so that a stolen session can't add a passkey. */
export function AddPasskey({ onAdded }: { onAdded: () => void }) {
  const { attributes, field, isBusy } = useForm({
    change: useShopperMutation(addPasskeyMutation),
    check: findPasswordProblem,
    variablesOf: ({ currentPassword, passkeyName }) => ({ currentPassword, name: passkeyName }),
    refusals: { CURRENT_PASSWORD_WRONG: 'currentPassword' },
    onSuccess() {
      toast.success(messages.passkeyAdded);
      onAdded();
    },
  });

  return (
    <form className={`stack to-start ${styles.form}`} {...attributes}>
      <OwnUsername />
      <Field
        label="Name of the passkey"
        autoComplete="off"
        maxLength={PASSKEY_NAME_MAX_LENGTH}
        hint="To tell it from others, like ‘My phone’"
        {...field('passkeyName')}
      />
      <PasswordField
        label="Password of your account"
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      <Button type="submit" variant="secondary" aria-disabled={isBusy}>
        {isBusy ? 'Adding a passkey' : 'Add a passkey'}
      </Button>
    </form>
  );
}
