import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { type Change, findPasswordProblem, useForm } from '../../credentials/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { Answers, Question } from '../../ui/question.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { OwnUsername } from './section.tsx';

interface PasswordDialogProps<Variables> {
  heading: string;
  /** What will be done. */
  children: ReactNode;
  submitLabel: string;
  busyLabel: string;
  isDangerous?: boolean;
  /** The dialog closes after it has succeeded. */
  change: Change<Variables>;
  variablesOf: (proof: { currentPassword: string }) => Variables;
  onClose: () => void;
  /** A toast after success. */
  success?: string;
  /** Gets the focus after success, because the button that opened the dialog may be gone. */
  afterwards?: RefObject<HTMLElement | null>;
}

/** Asks for the password once more, before something that a stolen session must not do. */
export function PasswordDialog<Variables>(props: PasswordDialogProps<Variables>) {
  const { heading, children, change, variablesOf, onClose, success, afterwards } = props;
  const isDone = useRef(false);
  const { attributes, field, isBusy } = useForm({
    change,
    check: findPasswordProblem,
    variablesOf,
    refusals: { CURRENT_PASSWORD_WRONG: 'currentPassword' },
    onSuccess() {
      isDone.current = true;
      // Before the toast, which otherwise would be in the dialog.
      flushSync(onClose);
      if (success !== undefined) toast.success(success);
    },
  });
  const { ref: form } = attributes;
  useEffect(() => form.current?.querySelector<HTMLElement>('[type=password]')?.focus(), [form]);

  return (
    <Question
      heading={heading}
      onClose={onClose}
      findReturnFocus={() => (isDone.current ? (afterwards?.current ?? null) : null)}
    >
      {children}
      <form className="stack" {...attributes}>
        <OwnUsername />
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          {...field('currentPassword')}
        />
        <Answers>
          <Button variant="secondary" onClick={onClose}>
            Keep as it is
          </Button>
          <Button
            type="submit"
            variant={props.isDangerous ? 'danger' : 'primary'}
            aria-disabled={isBusy}
          >
            {isBusy ? props.busyLabel : props.submitLabel}
          </Button>
        </Answers>
      </form>
    </Question>
  );
}
