/** The two ceremonies of WebAuthn, as the shop wants them: discoverable passkeys, and a verified user. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { AddedCredential, UsedCredential } from '../../../../contract/passkeys.ts';
import { Refusal } from '../../../../contract/refusals.ts';
import type { PasskeyRow } from '../../../platform/storage/schema.ts';
import { CHALLENGE_MS } from './challenge.ts';

/** COSE's numbers of Ed25519, ES256 and RS256. Node's support of others is experimental. */
const ALGORITHMS = [-8, -7, -257] as const;

export interface ShopOrigin {
  /** The public address of the shop, like `https://shop.example`. */
  publicUrl: string;
}

export interface VerifiedCredential {
  id: string;
  /** COSE, base64url. */
  publicKey: string;
  counter: number;
  transports: string[];
}

export async function creationOptions(
  { publicUrl }: ShopOrigin,
  shopName: string,
  user: { id: string; username: string },
  { challenge, known }: { challenge: Uint8Array<ArrayBuffer>; known: readonly PasskeyRow[] },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: shopName,
    rpID: rpIdOf(publicUrl),
    userID: new TextEncoder().encode(user.id),
    userName: user.username,
    userDisplayName: user.username,
    challenge,
    timeout: CHALLENGE_MS,
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: listOf(transports) })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: [...ALGORITHMS],
  });
}

export async function requestOptions(
  { publicUrl }: ShopOrigin,
  challenge: Uint8Array<ArrayBuffer>,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: rpIdOf(publicUrl),
    challenge,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  });
}

/** @throws Refusal PASSKEY_REFUSED */
export async function verifyAdded(
  { publicUrl }: ShopOrigin,
  credential: AddedCredential,
  isExpected: (challenge: string) => boolean,
): Promise<VerifiedCredential> {
  const { verifyRegistrationResponse } = await library();
  await refuseCertificates(credential.response.attestationObject);
  const { registrationInfo } = await orRefuse(() =>
    verifyRegistrationResponse({
      // The library reads transports that it doesn't know as text.
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: isExpected,
      expectedOrigin: publicUrl,
      expectedRPID: rpIdOf(publicUrl),
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    }),
  );
  if (registrationInfo === undefined) throw new Refusal('PASSKEY_REFUSED');
  const { id, publicKey, counter } = registrationInfo.credential;
  return {
    id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: credential.response.transports ?? [],
  };
}

/** @returns the new counter @throws Refusal PASSKEY_REFUSED, also for a counter that went back: the key was copied */
export async function verifyUsed(
  { publicUrl }: ShopOrigin,
  credential: UsedCredential,
  passkey: PasskeyRow,
  isExpected: (challenge: string) => boolean,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await orRefuse(() =>
    verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: isExpected,
      expectedOrigin: publicUrl,
      expectedRPID: rpIdOf(publicUrl),
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    }),
  );
  const { userHandle } = credential.response;
  const isOwn = userHandle === Buffer.from(passkey.user_id).toString('base64url');
  if (!verified || !isOwn) throw new Refusal('PASSKEY_REFUSED');
  return authenticationInfo.newCounter;
}

/** The challenge that a response names. @throws Refusal PASSKEY_REFUSED */
export async function challengeOf({
  response,
}: {
  response: { clientDataJSON: string };
}): Promise<string> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers');
  const challenge = await orRefuse(
    async () => decodeClientDataJSON(response.clientDataJSON).challenge,
  );
  if (typeof challenge !== 'string') throw new Refusal('PASSKEY_REFUSED');
  return challenge;
}

/**
 * The shop asks for no attestation. One with certificates would make the library check them, which may send requests to
 * addresses that they name.
 */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const isWithout = await orRefuse(async () => {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
    const format = attestation.get('fmt');
    if (format === 'none') return true;
    return format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  });
  if (!isWithout) throw new Refusal('PASSKEY_REFUSED');
}

/** The library throws for any response that is not as it should be. It reads no database. */
async function orRefuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch {
    throw new Refusal('PASSKEY_REFUSED');
  }
}

/** Loaded on demand: most processes never need it. */
function library() {
  return import('@simplewebauthn/server');
}

function rpIdOf(publicUrl: string): string {
  return new URL(publicUrl).hostname;
}

export function listOf(transports: string): string[] {
  return transports.split(',').filter(Boolean);
}
