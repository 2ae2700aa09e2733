/** The fields of register, login and the change of a password, and what is wrong with one of them (spec 5). */
import { useState } from 'react';
import * as messages from '../../contract/messages.ts';
import { ApiError } from '../api/client.ts';
import { toast } from '../ui/toast/toasts.ts';

type FieldName =
  | 'username'
  | 'currentPassword'
  | 'password'
  | 'confirmation'
  | 'proof'
  | 'code'
  | 'passkeyPassword';

export interface FieldProblem {
  field: FieldName;
  message: string;
}

/** The location's state of the login screen. */
export interface LoginState {
  /** The name that was just registered, or whose password was just set. */
  username: string;
  /** The backend has no recovery codes. */
  hasNoRecovery?: boolean;
}

/** The confirmation of a password is not sent (spec 3). */
export function findConfirmationProblem(
  password: string,
  confirmation: string,
): FieldProblem | undefined {
  if (password === confirmation) return undefined;
  return { field: 'confirmation', message: messages.passwordsDiffer };
}

export function focusUsername(): void {
  document.getElementsByName('username')[0]?.focus();
}

/** The problem of one field, which is marked and focused. Its message stays beside it. */
export function useFieldProblem() {
  const [problem, setProblem] = useState<FieldProblem>();

  function mark(found: FieldProblem | undefined): void {
    setProblem(found);
    if (found) document.getElementsByName(found.field)[0]?.focus();
  }

  return {
    errorOf: (field: FieldName) => (problem?.field === field ? problem.message : undefined),
    /** Marks the problem and shows its message as a toast. @returns whether there is none */
    isValid(found: FieldProblem | undefined): boolean {
      mark(found);
      if (found) toast.warning(found.message);
      return found === undefined;
    },
    /** Marks a field that the server has refused. The query client shows the toast. */
    markRefusal(field: FieldName, error: Error): void {
      if (error instanceof ApiError && error.status === 400)
        mark({ field, message: error.message });
    },
  };
}
