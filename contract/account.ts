import { Type } from 'typebox';
import { Password } from './auth.ts';
import { LOGIN_EVENT_DAYS, SESSIONS_MAX } from './limits.ts';

/** No field is required: a missing text counts as empty, as in `CredentialsBody`. */
export const PasswordChangeBody = Type.Object(
  {
    currentPassword: Type.Optional(Password),
    newPassword: Type.Optional(Password),
    keepPasskeysAndCodes: Type.Optional(
      Type.Boolean({
        description:
          'Keep all passkeys and recovery codes, which otherwise are removed: whoever knew the password may have made them',
      }),
    ),
  },
  { needs: ['currentPassword', 'newPassword'] },
);

/** The password once more, for what a stolen session must not do. */
export const ProofBody = Type.Object(
  { currentPassword: Type.Optional(Password) },
  { needs: ['currentPassword'] },
);

export const SessionEntry = Type.Object({
  id: Type.String(),
  browser: Type.String({
    description: 'Like `Chrome on Android`; empty if the browser or the system is unknown',
  }),
  startedAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.String({ format: 'date-time' }),
  current: Type.Boolean({ description: 'The session whose token was sent' }),
});
export type SessionEntry = Type.Static<typeof SessionEntry>;

export const SessionEntryList = Type.Array(SessionEntry, {
  description: `Newest first; a shopper has at most ${SESSIONS_MAX}`,
});

export const LoginEvent = Type.Object({
  kind: Type.Enum(
    ['failed', 'new-device', 'passkey-added', 'passkey-removed', 'codes-made', 'recovered'],
    {
      description:
        'codes-made: new recovery codes replaced all others; recovered: one of them set a new password',
    },
  ),
  count: Type.Integer({ description: 'How often it happened on that day (UTC)' }),
  lastAt: Type.String({ format: 'date-time' }),
  browser: Type.String({ description: 'As in a session; empty for failed logins' }),
});
export type LoginEvent = Type.Static<typeof LoginEvent>;

export const LoginEventList = Type.Array(LoginEvent, {
  description: `Of the last ${LOGIN_EVENT_DAYS} days, newest first`,
});
