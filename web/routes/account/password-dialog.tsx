import { type ReactNode, type SubmitEvent, useEffect, useId, useRef } from 'react';
import * as messages from '../../../contract/messages.ts';
import { useFieldProblem } from '../../session/credentials-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/field.tsx';
import question from '../../ui/question.module.css';
import { OwnUsername } from './own-username.tsx';

interface PasswordDialogProps {
  heading: string;
  /** What will be done. */
  children: ReactNode;
  submitLabel: string;
  busyLabel: string;
  isBusy: boolean;
  isDangerous?: boolean;
  /** Rejects with the failure, which the query client shows. */
  onSubmit: (password: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the password once more, before something that a stolen session must not do. */
export function PasswordDialog({ heading, children, ...props }: PasswordDialogProps) {
  const id = useId();
  const { errorOf, isValid, markRefusal } = useFieldProblem();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => form.current?.querySelector<HTMLElement>('[name=proof]')?.focus(), []);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (props.isBusy) return;
    const password = String(new FormData(event.currentTarget).get('proof') ?? '');
    const problem = { field: 'proof', message: messages.currentPasswordRequired } as const;
    if (!isValid(password === '' ? problem : undefined)) return;
    try {
      await props.onSubmit(password);
    } catch (error) {
      const isOfPassword =
        error instanceof Error && error.message === messages.currentPasswordWrong;
      if (isOfPassword) markRefusal('proof', error);
    }
  }

  return (
    <Dialog labelledBy={id} onClose={props.onClose} className={question.question}>
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
