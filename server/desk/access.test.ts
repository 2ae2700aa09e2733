/** Who gets to the desk: sessions, second factors, and what strangers try. */
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { deskPaths } from '../../contract/desk.ts';
import { addOperator, listOperators, resetOperator } from '../operations/operators/operators.ts';
import { setUpSecondFactor } from './access/second-factor.ts';
import { readSession, sessionCookie } from './access/sessions.ts';
import { HOST, OPERATOR_PASSWORD, openTestDesk, textOf, type Visitor } from './desk.testing.ts';

const MINUTE_MS = 60_000;
const desk = await openTestDesk({ authRateLimit: 1_000 });
const remote = await openTestDesk({ isLocal: false });
const stranger = (from = '203.0.113.1'): Visitor => ({ from, cookies: new Map() });
const logIn = (visitor: Visitor, name: string, password = OPERATOR_PASSWORD) =>
  desk.post(visitor, deskPaths.login, { name, password });

const logOut = (visitor: Visitor) => desk.post(visitor, deskPaths.logout, {}, { page: '/' });

/** What an authenticator app shows. */
function codeFor(html: string, now: number): string {
  const [, secret = ''] = /name="secret" value="([A-Z2-7]+)"/.exec(html) ?? [];
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
}

test('without a session every page leads to the login, and back after it', async () => {
  await desk.join('Bea');
  const visitor = stranger();
  for (const path of ['/', '/orders?status=placed', '/log', '/second-factor', '/logout', '/x']) {
    const { statusCode, headers } = await desk.get(visitor, path);
    expect([statusCode, headers.location], path).toEqual([
      303,
      expect.stringMatching(/^\/login(\?|$)/),
    ]);
  }
  const url = `${deskPaths.login}?to=%2Forders%3Fstatus%3Dplaced`;
  const form = { name: 'Bea', password: OPERATOR_PASSWORD };
  expect((await desk.post(visitor, url, form)).headers.location).toBe('/orders?status=placed');
  const landing = async (to: string) => {
    const elsewhere = `${deskPaths.login}?to=${encodeURIComponent(to)}`;
    return (await desk.post(stranger(), elsewhere, form)).headers.location;
  };
  for (const to of [
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    'https://evil.example',
  ]) {
    expect(await landing(to), to).toBe('/');
  }
  // Browsers leave tabs and ends of lines out of an address.
  for (const to of ['/\t/evil.example', '/\n/evil.example']) {
    expect(await landing(to), to).toBe('/');
  }
  expect(await landing('/orders?q=5 €')).toBe('/orders?q=5%20%E2%82%AC');
});

test('the cookie of a session is for this site and no script, and secure over TLS', async () => {
  const visitor = await desk.join('Cem');
  await logOut(visitor);
  const reply = await logIn(visitor, 'Cem');
  expect(reply.headers['set-cookie']).toMatch(/^desk=[\w-]{43}; .*HttpOnly; SameSite=Strict$/);
  expect(sessionCookie('token', true)).toMatch(
    /^__Host-desk=.*; HttpOnly; SameSite=Strict; Secure$/,
  );
  const page = await desk.get(visitor, '/');
  expect(page.headers['content-security-policy']).toContain("script-src 'self';");
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(page.body).not.toMatch(/<script(?![^>]* src=)/);
});

test('a session ends by logging out, after 30 idle minutes, and after 12 hours', async () => {
  const visitor = await desk.join('Dee');
  const isIn = async (who: Visitor) => (await desk.get(who, '/')).statusCode === 200;
  const stolen = { cookies: new Map(visitor.cookies) };
  await logOut(visitor);
  expect([await isIn(visitor), await isIn(stolen)]).toEqual([false, false]);
  await logIn(visitor, 'Dee');
  desk.shop.pass(29 * MINUTE_MS);
  expect(await isIn(visitor)).toBe(true);
  desk.shop.pass(20 * MINUTE_MS);
  // A page asks for this by itself, and nobody may be there.
  expect((await desk.get(visitor, '/news?after=')).statusCode).toBe(200);
  desk.shop.pass(11 * MINUTE_MS);
  expect(await isIn(visitor)).toBe(false);
  await logIn(visitor, 'Dee');
  for (let half = 1; half < 24; half++) {
    desk.shop.pass(29 * MINUTE_MS);
    expect(await isIn(visitor)).toBe(true);
  }
  desk.shop.pass(29 * MINUTE_MS);
  desk.shop.pass(29 * MINUTE_MS);
  expect(await isIn(visitor)).toBe(false);
});

async function tokenField(visitor: Visitor): Promise<Record<string, string>> {
  const [, token = ''] =
    /name="token" value="([^"]+)"/.exec((await desk.get(visitor, '/')).body) ?? [];
  return { token };
}

test('a link works once, for a day, and not after a new one', async () => {
  const { services } = desk.shop;
  const open = (link: string) => desk.get(stranger(), `${deskPaths.join}?link=${link}`);
  const link = await addOperator(services, 'Eva');
  expect(textOf((await open(link)).body)).toContain('Welcome, Eva');
  const newer = await resetOperator(services, 'Eva');
  expect(textOf((await open(link)).body)).toContain('no longer works');
  const visitor = stranger();
  const url = `${deskPaths.join}?link=${newer}`;
  for (const [password, repeated, problem] of [
    ['short', 'short', '12 to 128 characters'],
    [OPERATOR_PASSWORD, 'another one', 'two passwords differ'],
    ['password'.repeat(2), 'password'.repeat(2), 'harder to guess'],
  ] as const) {
    expect(textOf((await desk.post(visitor, url, { password, repeated })).body)).toContain(problem);
  }
  const right = { password: OPERATOR_PASSWORD, repeated: OPERATOR_PASSWORD };
  expect((await desk.post(visitor, url, right)).statusCode).toBe(303);
  expect(textOf((await open(newer)).body)).toContain('no longer works');
  const late = await addOperator(services, 'Fay');
  desk.shop.pass(25 * 60 * MINUTE_MS);
  expect(textOf((await open(late)).body)).toContain('no longer works');
});

test('beyond this machine, nothing but the second factor can be reached without it', async () => {
  const visitor = await remote.join('Gil');
  for (const path of ['/', '/orders', '/log']) {
    expect((await remote.get(visitor, path)).headers.location, path).toBe('/second-factor');
  }
  expect((await remote.get(visitor, '/news?after=')).json()).toEqual({ orders: 0 });
  const { body } = await remote.get(visitor, deskPaths.secondFactor);
  const code = codeFor(body, remote.shop.services.now());
  const [, secret = ''] = /name="secret" value="([A-Z2-7]+)"/.exec(body) ?? [];
  const set = (given: string) =>
    remote.post(visitor, deskPaths.secondFactor, { secret, code: given });
  const wrong = code === '000000' ? '111111' : '000000';
  const refused = (await set(wrong)).body;
  expect(textOf(refused)).toContain('wrong or too old');
  // The app has this secret by now.
  expect(refused).toContain(`name="secret" value="${secret}"`);
  expect((await set(code)).headers.location).toBe('/');
  expect((await remote.get(visitor, '/')).statusCode).toBe(200);
  // A later login asks for a code, and takes none twice.
  const again = stranger();
  await remote.post(again, deskPaths.login, { name: 'Gil', password: OPERATOR_PASSWORD });
  const give = (given: string) => remote.post(again, deskPaths.secondFactor, { code: given });
  expect(textOf((await give(code)).body)).toContain('was used');
  remote.shop.pass(MINUTE_MS);
  const next = new TOTP({ secret: Secret.fromBase32(secret) });
  expect((await give(next.generate({ timestamp: remote.shop.services.now() }))).statusCode).toBe(
    303,
  );
});

test('a session that has ended sets up no second factor', async () => {
  const { services } = remote.shop;
  const visitor = await remote.join('Lou');
  const cookie = `desk=${visitor.cookies.get('desk')}`;
  const request = { now: services.now(), isSecure: false, isIdle: false };
  const session = await readSession(services.db, cookie, request);
  if (session === undefined) throw new Error('There is no session');
  await resetOperator(services, 'Lou');
  const { base32: secret } = new Secret({ size: 20 });
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = totp.generate({ timestamp: services.now() });
  await expect(setUpSecondFactor(services, session, { secret, code })).rejects.toThrow('Log in');
  const operators = await listOperators(services.db);
  expect(operators.find(({ name }) => name === 'Lou')?.hasSecondFactor).toBe(false);
});

test('codes and passwords cannot be guessed', async () => {
  await desk.join('Hal');
  const guesser = stranger('198.51.100.7');
  let sentence = '';
  for (let guess = 0; guess < 12; guess++) {
    // Blanks make no other name of it.
    const name = `Hal${' '.repeat(guess)}`;
    sentence = textOf((await logIn(guesser, name, `wrong password ${guess}`)).body);
  }
  expect(sentence).toContain('Too many');
  expect(textOf((await logIn(guesser, 'Hal')).body)).toContain('Too many');
  const visitor = await remote.join('Ida');
  const { body } = await remote.get(visitor, deskPaths.secondFactor);
  const [, secret = ''] = /name="secret" value="([A-Z2-7]+)"/.exec(body) ?? [];
  for (let guess = 0; guess < 6; guess++) {
    const form = { secret, code: String(100_000 + guess) };
    sentence = textOf((await remote.post(visitor, deskPaths.secondFactor, form)).body);
  }
  expect(sentence).toContain('Too many');
});

test('a cookie that somebody else has set breaks no page', async () => {
  const visitor = await desk.join('Ned');
  visitor.cookies.set('notice', '%E0%A4%A');
  expect((await desk.get(visitor, '/')).statusCode).toBe(200);
});

test('a body that is no form is refused', async () => {
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x', 'text/plain']) {
    const login = { method: 'POST', url: deskPaths.login, form: { name: 'Ann' } } as const;
    const { statusCode } = await desk.send(stranger(), login, { 'content-type': type });
    expect([400, 403, 415], type).toContain(statusCode);
  }
});

test('a form of another page changes nothing, nor one without its token', async () => {
  const visitor = await desk.join('Jo');
  const post = (form: Record<string, string>, headers: Record<string, string>) =>
    desk.send(visitor, { method: 'POST', url: deskPaths.logout, form }, headers);
  const own = await tokenField(visitor);
  for (const [form, headers] of [
    [own, { origin: 'https://evil.example' }],
    [own, { origin: `https://${HOST}` }],
    [own, { origin: 'null' }],
    [{}, {}],
    [{ token: 'wrong' }, {}],
    [await tokenField(await desk.join('Kim')), {}],
  ] as const) {
    expect((await post(form, headers)).statusCode).toBe(403);
  }
  expect((await desk.get(visitor, '/')).statusCode).toBe(200);
});

test('the desk answers under its own address alone', async () => {
  const visitor = await desk.join('Lea');
  for (const host of ['evil.example', 'evil.example:8081', 'localhost', 'localhost:80', '']) {
    expect((await desk.get(visitor, '/', { host })).statusCode, host).toBe(403);
  }
  expect((await desk.get(visitor, '/', { host: '127.0.0.1:8081' })).statusCode).toBe(200);
  expect((await remote.get(stranger(), '/', { host: '127.0.0.1:8081' })).statusCode).toBe(403);
});

test("a shopper's token opens nothing, and the shop knows nothing of the desk", async () => {
  const { token } = await desk.shop.shopper();
  const visitor = { cookies: new Map([['desk', token]]) };
  const reply = await desk.get(visitor, '/', { authorization: `Bearer ${token}` });
  expect(reply.headers.location).toBe('/login');
  const operator = await desk.join('Mia');
  const cookie = `desk=${operator.cookies.get('desk')}`;
  for (const path of Object.values(deskPaths).filter(
    (path) => !['/', '/orders', '/products', '/login'].includes(path),
  )) {
    expect((await desk.shop.call('GET', path, { headers: { cookie } })).statusCode, path).toBe(404);
  }
});
