/** A stranger learns neither from an answer, nor from the time that it takes, which accounts there are. */
import { createHook } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { DatabaseSync } from 'node:sqlite';
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import * as messages from '../../../../contract/messages.ts';
import { paths } from '../../../../contract/paths.ts';
import { openTestShop, PASSWORD } from '../../../testing/test-shop.ts';

const shop = await openTestShop();
const NEW = 'battery staple';
let requests = 0;

/** Sends a request from a new network. */
const post = (path: string, body: object) =>
  shop.call('POST', path, { body, from: `192.0.2.${++requests}` });
const login = (username: string) => post(paths.login, { username, password: 'wrong horse' });
const recover = (username: string, code: string) =>
  post(paths.recovery, { username, code, newPassword: NEW });

/** The file of this shop. Other test files of the same process may have databases open. */
function isOfShop(database: DatabaseSync): boolean {
  const { options } = shop.database;
  return 'dataDir' in options && database.location()?.startsWith(options.dataDir) === true;
}

/** The answer, how many passwords were hashed for it, and which statements were executed, without their values. */
async function workOf(send: () => Promise<LightMyRequestResponse>) {
  let hashes = 0;
  const statements: string[] = [];
  const hook = createHook({
    init(_id, type) {
      if (type === 'ARGON2REQUEST') hashes++;
    },
  });
  const note = (message: unknown) => {
    const { sql, database } = message as { sql: string; database: DatabaseSync };
    if (!isOfShop(database)) return;
    statements.push(sql.replace(/'[^']*'|\b\d[\d.]*\b/g, '?'));
  };
  hook.enable();
  subscribe('sqlite.db.query', note);
  try {
    const { statusCode, body } = await send();
    return { statusCode, body, hashes, statements };
  } finally {
    unsubscribe('sqlite.db.query', note);
    hook.disable();
  }
}

test('a wrong recovery code, a used one, an account without codes and an unknown name take the same work', async () => {
  const [owner, without] = [await shop.shopper(), await shop.shopper()];
  const proof = { as: owner, body: { currentPassword: PASSWORD } };
  const { codes } = (await shop.call('POST', paths.recoveryCodes, proof)).json();
  const right = await workOf(() => recover(owner.username, codes[0]));
  expect([right.statusCode, right.hashes]).toEqual([204, 1]);
  const wrong = await workOf(() => recover(owner.username, '0000-0000-0000-0000-0000-0000-00'));
  expect(wrong.body).toContain(messages.recoveryCodeWrong);
  expect(wrong.hashes).toBe(0);
  expect(wrong.statements.length).toBeGreaterThan(3);
  for (const [username, code] of [
    [owner.username, codes[0]],
    [owner.username, 'none'],
    [without.username, codes[1]],
    ['nobody-here', codes[1]],
  ] as const) {
    expect(await workOf(() => recover(username, code)), `${username} ${code}`).toEqual(wrong);
  }
});

test('an unknown name takes the same work as a wrong password, and gets the same answer', async () => {
  const { username } = await shop.shopper();
  const wrong = await workOf(() => login(username));
  expect(wrong.body).toContain(messages.credentialsWrong);
  expect(wrong.hashes).toBe(1);
  expect(wrong.statements.length).toBeGreaterThan(3);
  expect(await workOf(() => login('nobody-here'))).toEqual(wrong);
});
