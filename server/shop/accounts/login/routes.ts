import type { FastifyPluginAsync } from 'fastify';
import { Refusal } from '../../../../contract/refusals.ts';
import { addRoute } from '../../../platform/http/api/add-route.ts';
import { createConcurrencyLimiter } from '../../../platform/queues/concurrency-limiter.ts';
import type { AppServices } from '../../../platform/services.ts';
import { transact } from '../../../platform/storage/transaction.ts';
import { shopperOf } from '../../session/authentication.ts';
import { endSession } from '../../session/sessions.ts';
import { transactShop } from '../../session/with-shopper.ts';
import { openWallet } from '../../wallet/store.ts';
import { deviceCookie, deviceSecrets, readAttempt, senderOf } from '../attempts/devices.ts';
import { failureLimits, loginRates } from '../attempts/limits.ts';
import { recordFailedLogin } from '../attempts/login-events.ts';
import { countAttempt, countRequest, forgive, refuseThrottled } from '../attempts/throttle.ts';
import { beginSession } from '../begin-session.ts';
import { checkCredentials, checkNewCredentials } from '../credentials.ts';
import { decoyHash, hashPassword, verifyPassword } from '../passwords.ts';
import { addUser, findUser, isCurrentPassword } from '../store.ts';

/**
 * Before a password is hashed, logins and registrations read and count in the database. Only a few do so at the same
 * time, so a flood of them leaves connections to all other requests. One takes some milliseconds: the queues are short.
 */
const READING = {
  concurrency: 4,
  queueMax: { withDevice: 200, logins: 200, registrations: 200 },
  turns: ['withDevice', 'logins', 'registrations'],
} as const;

export interface LoginOptions extends AppServices {
  /** Logins a minute from one network; 0 is no limit. */
  authRateLimit: number;
  /** What a new wallet holds. */
  openingBalanceCents: number;
}

export const loginRoutes: FastifyPluginAsync<LoginOptions> = async (app, services) => {
  const { db, now, newId, authRateLimit, openingBalanceCents } = services;
  const limitReading = createConcurrencyLimiter(READING);

  addRoute(app, 'register', async (request) => {
    const sender = senderOf(request);
    const { username, password } = checkCredentials(request.body);
    await limitReading('registrations', async () => {
      await countRequest(services, 'registration attempt', { sender });
      await checkNewCredentials(db, { username, password });
      if (await findUser(db, username)) throw new Refusal('USERNAME_TAKEN');
      await countRequest(services, 'registration', { sender });
    });
    const passwordHash = await hashPassword(password);
    const user = { id: newId(), username, passwordHash };
    await transactShop(services, async (tx, recorder) => {
      const at = now();
      await addUser(tx, user, at);
      await openWallet(tx, {
        userId: user.id,
        grantCents: openingBalanceCents,
        transactionId: newId(),
        now: at,
      });
      recorder.measure((meter) => meter.moneyGranted(openingBalanceCents));
    });
    return { success: true as const };
  });

  addRoute(app, 'logIn', async (request, reply) => {
    const { attempt, devices, secrets, limits, password, username, user } = await limitReading(
      deviceSecrets(request).length > 0 ? 'withDevice' : 'logins',
      async () => {
        const read = await readAttempt(services, request, request.body.username ?? '');
        await countAttempt(db, loginRates(read.attempt, authRateLimit), now());
        const { username, password } = checkCredentials(request.body);
        const user = await findUser(db, username);
        const limits = failureLimits(read.attempt, { isKnownName: user !== undefined });
        await refuseThrottled(db, limits, now());
        return { ...read, limits, password, username, user };
      },
    );
    // An unknown name takes as long as a wrong password: timing must not reveal accounts.
    const fits = await verifyPassword(
      password,
      user?.passwordHash ?? decoyHash,
      attempt.device === undefined ? 'logins' : 'knownDevices',
    );
    const loggedIn = await transact(db, async (tx) => {
      // Count before replying: parallel guesses get no more replies than sequential ones.
      await countAttempt(tx, limits, now());
      if (user === undefined || !fits || !(await isCurrentPassword(tx, user))) {
        await recordFailedLogin(tx, username, now());
        return undefined;
      }
      await forgive(tx, limits);
      return beginSession(tx, user, { request, attempt, devices }, now());
    });
    // Outside of the transaction, which would roll back the count.
    if (loggedIn === undefined) throw new Refusal('CREDENTIALS_WRONG');
    if (!attempt.isForeignPage) {
      reply.header('set-cookie', deviceCookie(secrets, request.protocol === 'https'));
    }
    return { success: true as const, ...loggedIn };
  });

  addRoute(app, 'logOut', async (request) => {
    await endSession(db, shopperOf(request).tokenHash);
  });
};
