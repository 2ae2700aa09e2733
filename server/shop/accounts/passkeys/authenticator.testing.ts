/** An authenticator in software, which signs as a phone does, or otherwise where a test says so. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { AddedCredential, UsedCredential } from '../../../../contract/passkeys.ts';

const [USER_PRESENT, USER_VERIFIED, HAS_CREDENTIAL] = [0x01, 0x04, 0x40];

interface Client {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
}

export class Authenticator {
  readonly id = randomBytes(32).toString('base64url');
  counter = 0;
  readonly #key: KeyObject;
  readonly #publicKey: Uint8Array;
  readonly #home: Required<Pick<Client, 'origin' | 'rpId'>>;
  userHandle = '';

  constructor(origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    this.#home = { origin, rpId: new URL(origin).hostname };
    // COSE: kty EC2, alg ES256, crv P-256, x, y.
    this.#publicKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
  }

  /** @param attestation 'none' with an empty statement by default */
  create(
    { challenge, user }: { challenge: string; user: { id: string } },
    {
      attestation = { fmt: 'none', attStmt: new Map() },
      ...client
    }: Client & { attestation?: { fmt: string; attStmt: Map<string, unknown> } } = {},
  ): AddedCredential {
    this.userHandle = user.id;
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const data = Buffer.concat([
      this.#authenticatorData(client, HAS_CREDENTIAL),
      Buffer.alloc(16),
      length,
      id,
      this.#publicKey,
    ]);
    const attestationObject = isoCBOR.encode(
      new Map<string, never>([
        ['fmt', attestation.fmt as never],
        ['attStmt', attestation.attStmt as never],
        ['authData', new Uint8Array(data) as never],
      ]),
    );
    return {
      ...this.#named(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge, client),
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  get({ challenge }: { challenge: string }, client: Client = {}): UsedCredential {
    this.counter++;
    const data = this.#authenticatorData(client);
    const clientDataJSON = this.#clientData('webauthn.get', challenge, client);
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const signature = sign('sha256', Buffer.concat([data, hash]), this.#key);
    return {
      ...this.#named(),
      response: {
        clientDataJSON,
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: this.userHandle,
      },
    };
  }

  #named() {
    return { id: this.id, rawId: this.id, type: 'public-key' } as const;
  }

  #clientData(type: string, challenge: string, { origin = this.#home.origin }: Client): string {
    const text = JSON.stringify({ type, challenge, origin, crossOrigin: false });
    return Buffer.from(text).toString('base64url');
  }

  #authenticatorData({ rpId = this.#home.rpId, isVerified = true }: Client, more = 0): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | more;
    return Buffer.concat([
      createHash('sha256').update(rpId).digest(),
      Buffer.from([flags]),
      counter,
    ]);
  }
}
