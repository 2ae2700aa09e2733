import { findRecoveryProblem } from '../../../../contract/recovery.ts';
import { Refusal } from '../../../../contract/refusals.ts';

interface Recovery {
  username: string;
  code: string;
  password: string;
}

/** A missing field counts as empty. @throws Refusal of the first check that fails */
export function checkRecovery(body: {
  username?: string;
  code?: string;
  newPassword?: string;
}): Recovery {
  const { username = '', code = '', newPassword: password = '' } = body;
  const problem = findRecoveryProblem(username, code, password);
  if (problem) throw new Refusal(problem.code);
  return { username, code, password };
}
