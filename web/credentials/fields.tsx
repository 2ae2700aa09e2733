import type { ComponentProps } from 'react';
import { Field, PasswordField } from '../ui/field.tsx';
import type { Form } from './use-form.ts';

/** The location's state of the login screen. */
export interface LoginState {
  /** The name that was just registered, or whose password was just set. */
  username: string;
}

/** The username of a form that logs in, registers or recovers. */
export function UsernameField(props: Omit<ComponentProps<typeof Field>, 'label'>) {
  return (
    <Field
      label="Username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}

export function focusUsername(): void {
  document.getElementsByName('username')[0]?.focus();
}

interface NewPasswordProps {
  field: Form['field'];
  label: string;
  confirmation: string;
  hint?: string;
}

/** A new password, and the same again. */
export function NewPasswordFields({ field, label, confirmation, hint = '' }: NewPasswordProps) {
  return (
    <>
      <PasswordField label={label} autoComplete="new-password" hint={hint} {...field('password')} />
      <PasswordField label={confirmation} autoComplete="new-password" {...field('confirmation')} />
    </>
  );
}
