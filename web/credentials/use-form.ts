import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import * as messages from '../../contract/messages.ts';
import type { RefusalCode } from '../../contract/refusals.ts';
import { ApiError } from '../api/client.ts';
import { toast } from '../ui/toast/toasts.ts';

/** The texts of all fields that a form may have. */
const empty = {
  username: '',
  currentPassword: '',
  password: '',
  confirmation: '',
  code: '',
  passkeyName: '',
};
type Texts = typeof empty;
type FieldName = keyof Texts;

export interface FieldProblem {
  field: FieldName;
  message: string;
}

/** Nothing more can be sent until then, in milliseconds since 1970. */
interface Pause {
  until: number;
  message: string;
}

/** The change that a form sends, as `useMutation` returns it. */
export interface Change<Variables> {
  mutateAsync: (variables: Variables) => Promise<unknown>;
  isPending: boolean;
  isSuccess: boolean;
}

interface FormOptions<Variables> {
  change: Change<Variables>;
  /** The form stays busy after a success, until the next screen is shown. */
  leadsOn?: boolean;
  /** Finds the problem of the first wrong field. */
  check: (texts: Texts) => FieldProblem | undefined;
  variablesOf: (texts: Texts) => Variables;
  /** The field of each refusal. `other` is the field of all other refusals with status 400. */
  refusals: Partial<Record<RefusalCode | 'other', FieldName>>;
  onSuccess?: () => void;
}

/**
 * A form with a password. The first wrong field is marked and focused, whether the form or the server finds it. What
 * the form finds is a toast (R3.1); the query client shows what the server refuses.
 */
export function useForm<Variables>(options: FormOptions<Variables>) {
  const { change, leadsOn = false, check, variablesOf, refusals, onSuccess } = options;
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<FieldProblem>();
  const [pause, setPause] = useState<Pause>();
  const isBusy = change.isPending || (leadsOn && change.isSuccess);

  useEffect(() => {
    if (pause === undefined) return;
    const timer = setTimeout(setPause, pause.until - Date.now(), undefined);
    return () => clearTimeout(timer);
  }, [pause]);

  function mark(found: FieldProblem | undefined): void {
    setProblem(found);
    if (found) form.current?.querySelector<HTMLElement>(`[name="${found.field}"]`)?.focus();
  }

  function succeed(): void {
    if (!leadsOn) form.current?.reset();
    onSuccess?.();
  }

  function fail(error: Error): void {
    if (!(error instanceof ApiError)) return;
    if (error.retryAfterMs > 0) {
      const until = Date.now() + error.retryAfterMs;
      // The minute that has begun by then.
      const time = new Date(until + 59_999).toLocaleTimeString('en', { timeStyle: 'short' });
      setPause({ until, message: `${error.message} You can try again at ${time}.` });
    }
    if (error.status !== 400) return;
    const name = refusals[error.code ?? 'other'] ?? refusals.other;
    if (name !== undefined) mark({ field: name, message: error.message });
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isBusy) return;
    const typed = Object.fromEntries(new FormData(event.currentTarget));
    const texts: Texts = { ...empty, ...typed };
    const found = check(texts);
    mark(found);
    if (found) toast.warning(found.message);
    else void change.mutateAsync(variablesOf(texts)).then(succeed, fail);
  }

  return {
    isBusy,
    /** Why nothing can be sent for now, and until when. */
    pause: pause?.message,
    /** The attributes of the form. POST keeps the password out of the address if it is submitted without script. */
    attributes: { ref: form, method: 'post', noValidate: true, onSubmit } as const,
    /** The attributes of a field. Its problem stays beside it. */
    field: (name: FieldName) => ({
      name,
      error: problem?.field === name ? problem.message : undefined,
    }),
  };
}

export type Form = ReturnType<typeof useForm>;

/** The confirmation of a password is not sent (R3.1). */
export function findConfirmationProblem(texts: Texts): FieldProblem | undefined {
  if (texts.password === texts.confirmation) return undefined;
  return { field: 'confirmation', message: messages.passwordsDiffer };
}

/** The password of a logged-in shopper; the server checks it. */
export function findPasswordProblem({ currentPassword }: Texts): FieldProblem | undefined {
  if (currentPassword !== '') return undefined;
  return { field: 'currentPassword', message: messages.currentPasswordRequired };
}
