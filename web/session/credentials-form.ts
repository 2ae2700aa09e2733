/** What register and login share: the checks before any call, and the field that failed (spec 5). */
import { useState } from 'react';
import { toast } from '../ui/toast/toasts.ts';

export interface FieldProblem {
  field: 'username' | 'password' | 'confirmation';
  message: string;
}

/** Keeps what is wrong, says it as a toast, and moves the focus to the field concerned. */
export function useFieldProblem() {
  const [problem, setProblem] = useState<FieldProblem>();
  return {
    errorOf: (field: FieldProblem['field']) =>
      problem?.field === field ? problem.message : undefined,
    /** @returns true where there is nothing to tell */
    tell(found: FieldProblem | undefined): found is undefined {
      setProblem(found);
      if (found === undefined) return true;
      toast.warning(found.message);
      document.getElementsByName(found.field)[0]?.focus();
      return false;
    },
  };
}
