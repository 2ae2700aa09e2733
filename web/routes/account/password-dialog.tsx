import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import * as messages from '../../../contract/messages.ts';
import { useFieldProblem } from '../../credentials/use-field-problem.ts';
import { OwnUsername } from '../../credentials/username-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/field.tsx';
import question from '../../ui/question.module.css';
import { toast } from '../../ui/toast/toasts.ts';

interface PasswordDialogProps {
  heading: string;
  /** What will be done. */
  children: ReactNode;
  submitLabel: string;
  busyLabel: string;
  isBusy: boolean;
  isDangerous?: boolean;
  /** Rejects with the failure, which the query client shows. The dialog closes after success. */
  onSubmit: (password: string) => Promise<void>;
  onClose: () => void;
  /** A toast after success. */
  success?: string;
  /** Gets the focus after success, because the button that opened the dialog may be gone. */
  afterwards?: RefObject<HTMLElement | null>;
}

/** Asks for the password once more, before something that a stolen session must not do. */
export function PasswordDialog({ heading, children, ...props }: PasswordDialogProps) {
  const id = useId();
  const { errorOf, isValid, markRefusal } = useFieldProblem();
  const form = useRef<HTMLFormElement>(null);
  const isDone = useRef(false);

  useEffect(() => form.current?.querySelector<HTMLElement>('[name=proof]')?.focus(), []);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (props.isBusy) return;
    const password = String(new FormData(event.currentTarget).get('proof') ?? '');
    const problem = { field: 'proof', message: messages.currentPasswordRequired } as const;
    if (!isValid(password === '' ? problem : undefined)) return;
    try {
      await props.onSubmit(password);
      isDone.current = true;
      // Before the toast, which otherwise would be in the dialog.
      flushSync(props.onClose);
      if (props.success !== undefined) toast.success(props.success);
    } catch (error) {
      const isOfPassword =
        error instanceof Error && error.message === messages.currentPasswordWrong;
      if (isOfPassword) markRefusal('proof', error);
    }
  }

  return (
    <Dialog
      labelledBy={id}
      onClose={props.onClose}
      findReturnFocus={() => (isDone.current ? (props.afterwards?.current ?? null) : null)}
      className={question.question}
    >
      <h2 id={id}>{heading}</h2>
      {children}
      <form
        ref={form}
        className="stack"
        method="post"
        onSubmit={(event) => void submit(event)}
        noValidate
      >
        <OwnUsername />
        <PasswordField
          label="Your password"
          name="proof"
          autoComplete="current-password"
          error={errorOf('proof')}
        />
        <div className={question.actions}>
          <Button variant="secondary" onClick={props.onClose}>
            Keep as it is
          </Button>
          <Button
            type="submit"
            variant={props.isDangerous ? 'danger' : 'primary'}
            aria-disabled={props.isBusy}
          >
            {props.isBusy ? props.busyLabel : props.submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
