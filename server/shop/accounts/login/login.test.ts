import { describe, expect, test } from 'vitest';
import * as messages from '../../../../contract/messages.ts';
import { addressPath, paths } from '../../../../contract/paths.ts';
import { expectRefused } from '../../../platform/http/refused.testing.ts';
import { openTestShop, PASSWORD } from '../../../testing/test-shop.ts';
import { shoppingIn } from '../../orders/shopping.testing.ts';

const shop = await openTestShop();
const USERNAME = 'Ren\u00e9e-Doe';
await shop.call('POST', paths.register, { body: { username: USERNAME, password: PASSWORD } });

const login = (username: string, password = PASSWORD) =>
  shop.call('POST', paths.login, { body: { username, password } });

describe('R9.2: POST /auth/login', () => {
  test('201 with success, token, balance and the registered username, and nothing else', async () => {
    for (const typed of [USERNAME, '  RENE\u0301E-doe ']) {
      const reply = await login(typed);
      expect([reply.statusCode, reply.json()]).toEqual([
        201,
        { success: true, token: expect.any(String), username: USERNAME, balance: 5000 },
      ]);
    }
  });

  test('an unknown name and a wrong password get the same answer', async () => {
    const [unknown, wrong] = await Promise.all([
      login('nobody-here'),
      login(USERNAME, 'wrong horse'),
    ]);
    expectRefused(unknown, 400, 'Username or password is incorrect');
    expect([wrong.statusCode, wrong.body]).toEqual([unknown.statusCode, unknown.body]);
    expect(Object.keys(wrong.headers)).toEqual(Object.keys(unknown.headers));
  });

  test('a password is compared as it was typed', async () => {
    for (const typed of [PASSWORD.toUpperCase(), ` ${PASSWORD}`]) {
      expectRefused(await login(USERNAME, typed), 400, messages.credentialsWrong);
    }
  });

  test('each login has a token of its own: 256 random bits, of which SHA-256 is stored', async () => {
    const { username, userId } = await shop.shopper();
    const replies = await Promise.all([login(username), login(username)]);
    const tokens = replies.map((reply) => reply.json().token);
    expect(new Set(tokens).size).toBe(2);
    const sessions = await shop.services.db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .execute();
    for (const { token_hash } of sessions) expect(token_hash).toMatch(/^[A-Za-z0-9_-]{43}$/);
    for (const token of tokens) {
      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect((await shop.call('GET', paths.cart, { as: { token } })).statusCode).toBe(200);
      expect(JSON.stringify(sessions)).not.toContain(token);
    }
  });
});

test('known defects: logging out and in does not refill the wallet', async () => {
  const { checkout, readyShopper } = shoppingIn(shop);
  await shop.sell({ id: 'a-lamp', costCents: 12_345 });
  const shopper = await readyShopper({ 'a-lamp': 2 });
  await checkout(shopper, shopper);
  await shop.call('DELETE', addressPath(shopper.addressId), { as: shopper });
  await shop.call('POST', paths.logout, { as: shopper });

  expect((await login(shopper.username)).json().balance).toBe(4753.1);
});
