/** Shows the first failed check of register and login (spec 5). */
import { useState } from 'react';
import { toast } from '../ui/toast/toasts.ts';

export interface FieldProblem {
  field: 'username' | 'password' | 'confirmation';
  message: string;
}

/** Marks the invalid field, focuses it, and shows the message as a toast. */
export function useFieldProblem() {
  const [problem, setProblem] = useState<FieldProblem>();
  return {
    errorOf: (field: FieldProblem['field']) =>
      problem?.field === field ? problem.message : undefined,
    /** @returns true if there is no problem */
    tell(found: FieldProblem | undefined): found is undefined {
      setProblem(found);
      if (found === undefined) return true;
      toast.warning(found.message);
      document.getElementsByName(found.field)[0]?.focus();
      return false;
    },
  };
}
