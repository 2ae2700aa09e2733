import type { FastifyPluginAsync } from 'fastify';
import type { Passkey } from '../../../../contract/passkeys.ts';
import { Refusal } from '../../../../contract/refusals.ts';
import { hasInvisibleCharacter } from '../../../../contract/text.ts';
import { addRoute } from '../../../platform/http/api/add-route.ts';
import type { ShopServices } from '../../../platform/services.ts';
import type { Db } from '../../../platform/storage/schema.ts';
import type { IdentityCache } from '../../identity/identity-cache.ts';
import { shopperOf } from '../../session/authentication.ts';
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

export const passkeyRoutes: FastifyPluginAsync<PasskeyOptions> = async (app, services) => {
  const { db, now, identity } = services;

  addRoute(app, 'listPasskeys', (request) => readPasskeys(db, shopperOf(request).userId));

  addRoute(app, 'startAddingPasskey', async (request, _reply) => {
    const { shopper, user } = await provePassword(services, request);
    const known = await listPasskeys(db, user.id);
    const secret = await readChallengeSecret(db);
    const challenge = newChallenge(secret, `add in ${shopper.tokenHash}`, now());
    const shopName = (await identity.current()).shop?.name ?? DEFAULT_NAME;
    const options = await creationOptions(services, shopName, user, { challenge, known });
    return { ...options };
  });

  addRoute(app, 'addPasskey', async (request, _reply) => {
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
    return list;
  });

  addRoute(app, 'removePasskey', async (request) => {
    const { user, change } = await provePassword(services, request);
    const userId = user.id;
    const browser = nameBrowser(request.headers['user-agent']);
    return change(async (tx) => {
      await removePasskey(tx, userId, request.params.id);
      await recordLoginEvent(tx, { userId, kind: 'passkey-removed', browser }, now());
      return readPasskeys(tx, userId);
    });
  });
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
