import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ProofBody } from '../../../../contract/account.ts';
import {
  AddPasskeyBody,
  CredentialOptions,
  type Passkey,
  PasskeyList,
  PasskeyParams,
} from '../../../../contract/passkeys.ts';
import { paths } from '../../../../contract/paths.ts';
import { Refusal } from '../../../../contract/refusals.ts';
import { hasInvisibleCharacter } from '../../../../contract/text.ts';
import { bearerSecurity, replies } from '../../../platform/http/error-replies.ts';
import type { ShopServices } from '../../../platform/services.ts';
import type { Db } from '../../../platform/storage/schema.ts';
import type { IdentityCache } from '../../identity/identity-cache.ts';
import { requireShopper, shopperOf } from '../../session/authentication.ts';
import { withShopper } from '../../session/with-shopper.ts';
import { nameBrowser } from '../attempts/browser-name.ts';
import { recordLoginEvent } from '../attempts/login-events.ts';
import { type ProofOptions, provePassword } from '../proof.ts';
import { challengeOf, creationOptions, type ShopOrigin, verifyAdded } from './ceremony.ts';
import { isOwnChallenge, newChallenge, readChallengeSecret, useChallenge } from './challenge.ts';
import { addPasskey, listPasskeys, removePasskey } from './store.ts';

export interface PasskeyOptions extends ShopServices, ProofOptions, ShopOrigin {
  identity: IdentityCache;
}

/** The name that a password manager shows if the shop has no identity. */
const DEFAULT_NAME = 'QKart';

export const passkeyRoutes: FastifyPluginAsyncTypebox<PasskeyOptions> = async (app, services) => {
  const { db, now, identity } = services;
  app.addHook('onRequest', requireShopper(services));
  const shared = { tags: ['account'], security: bearerSecurity };

  app.get(
    paths.passkeys,
    {
      schema: {
        ...shared,
        summary: "The shopper's passkeys",
        response: { 200: PasskeyList, ...replies(401) },
      },
    },
    (request) => readPasskeys(db, shopperOf(request).userId),
  );

  app.post(
    paths.passkeyChallenge,
    {
      schema: {
        ...shared,
        summary:
          'Options for `navigator.credentials.create`, valid for five minutes in this session',
        description: 'Asks for the password, so that nobody adds a passkey in a stolen session.',
        body: ProofBody,
        response: { 201: CredentialOptions, ...replies(400, 401, 429) },
      },
    },
    async (request, reply) => {
      const { shopper, user } = await provePassword(services, request);
      const known = await listPasskeys(db, user.id);
      const secret = await readChallengeSecret(db);
      const challenge = newChallenge(secret, `add in ${shopper.tokenHash}`, now());
      const shopName = (await identity.current()).shop?.name ?? DEFAULT_NAME;
      const options = await creationOptions(services, shopName, user, { challenge, known });
      return reply.code(201).send({ ...options });
    },
  );

  app.post(
    paths.passkeys,
    {
      schema: {
        ...shared,
        summary: 'Add a passkey',
        description: 'It is listed among the logins. Without a name it gets that of the browser.',
        body: AddPasskeyBody,
        response: { 201: PasskeyList, ...replies(400, 401) },
      },
    },
    async (request, reply) => {
      const shopper = shopperOf(request);
      const { userId, tokenHash } = shopper;
      const { credential } = request.body;
      const name = request.body.name?.trim() ?? '';
      if (hasInvisibleCharacter(name)) throw new Refusal('PASSKEY_NAME_INVISIBLE');
      const secret = await readChallengeSecret(db);
      const challenge = await challengeOf(credential);
      const isExpected = () => isOwnChallenge(challenge, secret, `add in ${tokenHash}`, now());
      const added = await verifyAdded(services, credential, isExpected);
      const browser = nameBrowser(request.headers['user-agent']);
      const list = await withShopper(services, shopper, async (tx) => {
        await useChallenge(tx, challenge, now());
        await addPasskey(tx, {
          id: added.id,
          user_id: userId,
          name: name || browser || 'Passkey',
          public_key: added.publicKey,
          counter: added.counter,
          transports: added.transports.join(','),
          added_at: now(),
          used_at: null,
        });
        await recordLoginEvent(tx, { userId, kind: 'passkey-added', browser }, now());
        return readPasskeys(tx, userId);
      });
      return reply.code(201).send(list);
    },
  );

  app.delete(
    `${paths.passkeys}/:id`,
    {
      schema: {
        ...shared,
        summary: 'Remove a passkey',
        description: 'Asks for the password. The removal is listed among the logins.',
        params: PasskeyParams,
        body: ProofBody,
        response: { 200: PasskeyList, ...replies(400, 401, 404, 429) },
      },
    },
    async (request) => {
      const { user, change } = await provePassword(services, request);
      const userId = user.id;
      const browser = nameBrowser(request.headers['user-agent']);
      return change(async (tx) => {
        await removePasskey(tx, userId, request.params.id);
        await recordLoginEvent(tx, { userId, kind: 'passkey-removed', browser }, now());
        return readPasskeys(tx, userId);
      });
    },
  );
};

async function readPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  const passkeys = await listPasskeys(db, userId);
  return passkeys.map(({ id, name, added_at, used_at }) => ({
    id,
    name,
    addedAt: new Date(added_at).toISOString(),
    ...(used_at !== null && { usedAt: new Date(used_at).toISOString() }),
  }));
}
