/** Passkeys (WebAuthn). Credentials are as `PublicKeyCredential.toJSON()` writes them, with bytes as base64url. */
import { Type } from 'typebox';
import { PASSKEY_NAME_MAX_LENGTH, PASSKEYS_MAX } from './limits.ts';
import * as messages from './messages.ts';

/** The longest id of a credential has 1,023 bytes. */
const CredentialId = Type.String({ maxLength: 1_364 });
const Bytes = Type.String({ maxLength: 8_192 });

export const Passkey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  addedAt: Type.String({ format: 'date-time' }),
  usedAt: Type.Optional(Type.String({ format: 'date-time' })),
});
export type Passkey = Type.Static<typeof Passkey>;

export const PasskeyList = Type.Array(Passkey, {
  description: `Oldest first; a shopper has at most ${PASSKEYS_MAX}`,
});

const AddedCredential = Type.Object({
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: Type.Optional(
      Type.Array(Type.String({ pattern: '^[a-z-]{1,20}$' }), { maxItems: 8 }),
    ),
  }),
});
export type AddedCredential = Type.Static<typeof AddedCredential>;

export const AddPasskeyBody = Type.Object({
  name: Type.Optional(
    Type.String({ maxLength: PASSKEY_NAME_MAX_LENGTH, refusal: messages.passkeyNameTooLong }),
  ),
  credential: AddedCredential,
});

const UsedCredential = Type.Object({
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Type.Optional(Type.String({ maxLength: 100 })),
  }),
});
export type UsedCredential = Type.Static<typeof UsedCredential>;

export const PasskeyLoginBody = Type.Object({ credential: UsedCredential });

/** Passed to the browser unchanged. */
export const CredentialOptions = Type.Object(
  { challenge: Type.String() },
  { additionalProperties: true },
);
