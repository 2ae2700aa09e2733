/** Recovery without email: codes that a shopper keeps, each of which sets a new password once. */
import type { FastifyPluginAsync } from 'fastify';
import { findRecoveryProblem } from '../../../../contract/credentials.ts';
import { RECOVERY_CODES } from '../../../../contract/limits.ts';
import { Refusal } from '../../../../contract/refusals.ts';
import { addRoute } from '../../../platform/http/api/add-route.ts';
import { lockUser } from '../../../platform/storage/locks.ts';
import { transact } from '../../../platform/storage/transaction.ts';
import { formatCode, newRecoveryCode, readBase32 } from '../../codes.ts';
import { endSessions } from '../../session/sessions.ts';
import { nameBrowser } from '../attempts/browser-name.ts';
import { senderOf } from '../attempts/devices.ts';
import { recordFailedLogin, recordLoginEvent } from '../attempts/login-events.ts';
import { countRequest, forgiveAccount } from '../attempts/throttle.ts';
import { checkNewPassword } from '../credentials.ts';
import { hashPassword } from '../passwords.ts';
import { type ProofOptions, provePassword } from '../proof.ts';
import { replacePassword } from '../store.ts';
import {
  findCodeOwner,
  hashRecoveryCode,
  redeemRecoveryCode,
  replaceRecoveryCodes,
} from './store.ts';

export const recoveryRoutes: FastifyPluginAsync<ProofOptions> = async (app, services) => {
  const { db, now } = services;

  addRoute(app, 'makeRecoveryCodes', async (request, _reply) => {
    const { user, change } = await provePassword(services, request);
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    const hashes = codes.map((code) => hashRecoveryCode(user.username, code));
    const browser = nameBrowser(request.headers['user-agent']);
    await change(async (tx) => {
      await replaceRecoveryCodes(tx, user.id, hashes, now());
      await recordLoginEvent(tx, { userId: user.id, kind: 'codes-made', browser }, now());
    });
    return { codes: codes.map(formatCode) };
  });

  addRoute(app, 'recoverAccount', async (request, _reply) => {
    const { username = '', code = '', newPassword: password = '' } = request.body;
    const problem = findRecoveryProblem(username, code, password);
    if (problem) throw new Refusal(problem.code);
    // Nobody guesses a code, so wrong ones keep no owner out: only the work has a limit.
    await countRequest(services, 'recovery', { sender: senderOf(request) });
    await checkNewPassword(db, { username, password });
    // A text that can be no code is looked up, too: nothing takes longer than anything else.
    const codeHash = hashRecoveryCode(username, readBase32(code) ?? '');
    const owner = await findCodeOwner(db, codeHash);
    const passwordHash = owner && (await hashPassword(password));
    const browser = nameBrowser(request.headers['user-agent']);
    const isRecovered = await transact(db, async (tx) => {
      if (owner !== undefined) await lockUser(tx, owner);
      const isRight =
        owner !== undefined &&
        passwordHash !== undefined &&
        (await redeemRecoveryCode(tx, codeHash, now()));
      if (!isRight) {
        await recordFailedLogin(tx, username, now());
        return false;
      }
      await forgiveAccount(tx, username);
      await replacePassword(tx, { id: owner, passwordHash }, { codes: true });
      await endSessions(tx, owner, now());
      await recordLoginEvent(tx, { userId: owner, kind: 'recovered', browser }, now());
      return true;
    });
    // Outside of the transaction, which would roll back the event.
    if (!isRecovered) throw new Refusal('RECOVERY_CODE_WRONG');
  });
};
