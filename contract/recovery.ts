/** Recovery codes, with which a shopper sets a new password. */
import { Type } from 'typebox';
import { Password, Username } from './auth.ts';
import { RECOVERY_CODES } from './limits.ts';
import * as messages from './messages.ts';

export const RecoveryCodes = Type.Object({
  codes: Type.Array(Type.String(), { description: `${RECOVERY_CODES} codes` }),
});
export type RecoveryCodes = Type.Static<typeof RecoveryCodes>;

/** No field is required: a missing one counts as empty, as in `CredentialsBody`. */
export const RecoveryBody = Type.Object(
  {
    username: Type.Optional(Username),
    code: Type.Optional(
      Type.String({
        description: 'In any case, with or without hyphens',
        refusal: messages.recoveryCodeNotText,
      }),
    ),
    newPassword: Type.Optional(Password),
  },
  { needs: ['username', 'code', 'newPassword'] },
);
