import { Type } from 'typebox';
import { SESSIONS_MAX } from './limits.ts';
import * as messages from './messages.ts';

/** No field is required: a missing one counts as empty, as in `CredentialsBody`. */
export const PasswordChangeBody = Type.Object({
  currentPassword: Type.Optional(Type.String({ refusal: messages.passwordNotText })),
  newPassword: Type.Optional(Type.String({ refusal: messages.passwordNotText })),
});

export const SessionEntry = Type.Object({
  startedAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.String({ format: 'date-time' }),
  current: Type.Boolean({ description: 'The session whose token was sent' }),
});
export type SessionEntry = Type.Static<typeof SessionEntry>;

export const SessionEntryList = Type.Array(SessionEntry, {
  description: `Newest first; a shopper has at most ${SESSIONS_MAX}`,
});
