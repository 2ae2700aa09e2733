/** Recovery codes, with which a shopper sets a new password. */
import { Type } from 'typebox';
import { findCredentialProblem } from './credentials.ts';
import { RECOVERY_CODES } from './limits.ts';
import * as messages from './messages.ts';
import type { RefusalCode } from './refusals.ts';

export const RecoveryCodes = Type.Object({
  codes: Type.Array(Type.String(), { description: `${RECOVERY_CODES} codes` }),
});
export type RecoveryCodes = Type.Static<typeof RecoveryCodes>;

/** No field is required: a missing one counts as empty, as in `CredentialsBody`. */
export const RecoveryBody = Type.Object({
  username: Type.Optional(Type.String({ refusal: messages.usernameNotText })),
  code: Type.Optional(
    Type.String({
      description: 'In any case, with or without hyphens',
      refusal: messages.recoveryCodeNotText,
    }),
  ),
  newPassword: Type.Optional(Type.String({ refusal: messages.passwordNotText })),
});

interface RecoveryProblem {
  field: 'username' | 'code' | 'password';
  code: RefusalCode;
  message: string;
}

/** Finds the first problem: of the username, then of the code, then of the new password (R3.1). */
export function findRecoveryProblem(
  username: string,
  code: string,
  password: string,
): RecoveryProblem | undefined {
  const problem = findCredentialProblem(username, password);
  if (problem?.field !== 'username' && code.trim() === '') {
    return {
      field: 'code',
      code: 'RECOVERY_CODE_REQUIRED',
      message: messages.recoveryCodeRequired,
    };
  }
  return problem;
}
