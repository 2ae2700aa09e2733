import { Type } from 'typebox';
import * as messages from './messages.ts';

/** No field is required: a missing one counts as empty, as in `CredentialsBody`. */
export const PasswordChangeBody = Type.Object({
  currentPassword: Type.Optional(Type.String({ refusal: messages.passwordNotText })),
  newPassword: Type.Optional(Type.String({ refusal: messages.passwordNotText })),
});
