import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { paths, searchPath } from '../../../contract/paths.ts';
import { openTestShop } from '../../testing/test-shop.ts';

let written = '';
const stream = new Writable({
  write(chunk, _encoding, done) {
    written += chunk;
    done();
  },
});
const shop = await openTestShop({ logger: { level: 'trace', stream } });
await shop.sell({ id: 'lamp' });

const username = 'discreet-shopper';
const password = 'my-very-secret-phrase';
const address = '221B Confidential Street';

/** Everything a shopper does, some of it wrong. */
const token: string = await run();

async function run(): Promise<string> {
  await shop.call('POST', paths.register, { body: { username, password } });
  await shop.call('POST', paths.login, { body: { username, password: `${password}-mistyped` } });
  const login = await shop.call('POST', paths.login, { body: { username, password } });
  const as = login.json();
  const saved = await shop.call('POST', paths.addresses, { as, body: { address } });
  const addressId = saved.json()[0]._id;
  await shop.call('POST', paths.addresses, { as, body: { address: address.repeat(30) } });
  await shop.call('POST', paths.cart, { as, body: { productId: 'lamp', qty: 2 } });
  await shop.call('POST', paths.cart, { as, body: { productId: password, qty: 'many' } });
  await shop.call('GET', searchPath('embarrassing ailment'));
  // This would be a separate line if it were written unescaped.
  const forged = '\n{"level":60,"msg":"forged"}\r\n\u2028';
  await shop.call('POST', paths.login, { body: { username: `${forged}-name`, password: forged } });
  await shop.call('GET', `/${encodeURIComponent(forged)}?${encodeURIComponent(forged)}=`, {
    headers: { 'x-request-id': '{"level":60}', 'user-agent': forged.replace(/[\r\n\u2028]/g, '') },
  });
  await shop.call('POST', paths.checkout, { as, body: { addressId } });
  await shop.call('POST', paths.checkout, {
    as,
    body: `{"addressId":"${address}`,
    headers: { 'content-type': 'application/json' },
  });
  await shop.services.db.schema.dropTable('addresses').execute();
  await shop.call('POST', paths.addresses, { as, body: { address } });
  await shop.call('POST', paths.logout, { as });
  await shop.call('GET', paths.cart, { as });
  // What asks every second whether the shop is alive is left out.
  await shop.call('GET', '/healthz');
  return as.token;
}

const lines = written
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

describe('the log', () => {
  test('has one line a request, with its id, what was asked for and what came of it', () => {
    for (const line of lines) expect(line.reqId).toMatch(/^[0-9a-f-]{36}$/);
    const answered = lines.filter(({ msg }) => msg === 'answered');
    expect(new Set(answered.map(({ reqId }) => reqId)).size).toBe(answered.length);
    expect(answered.map(({ method, route, status }) => `${method} ${route} ${status}`)).toEqual([
      `POST ${paths.register} 201`,
      `POST ${paths.login} 400`,
      `POST ${paths.login} 201`,
      `POST ${paths.addresses} 200`,
      `POST ${paths.addresses} 400`,
      `POST ${paths.cart} 200`,
      `POST ${paths.cart} 400`,
      `GET ${paths.search} 404`,
      `POST ${paths.login} 400`,
      'GET undefined 404',
      `POST ${paths.checkout} 200`,
      `POST ${paths.checkout} 400`,
      `POST ${paths.addresses} 500`,
      `POST ${paths.logout} 204`,
      `GET ${paths.cart} 401`,
    ]);
  });

  test('has lines of one shape, whoever wrote them', () => {
    const [answered] = lines.filter(({ msg }) => msg === 'answered');
    const [failure] = lines.filter(({ msg }) => msg === 'request failed');
    const { pid, hostname } = failure;
    const ms = expect.any(Number);
    expect(answered).toMatchObject({ level: 30, pid, hostname, status: 201, ms });
    expect(Math.abs(answered.time - failure.time)).toBeLessThan(60_000);
    expect(Object.keys(answered).slice(0, 5)).toEqual(Object.keys(failure).slice(0, 5));
  });

  test('has the cause of what went wrong on our side', () => {
    const failures = lines.filter(({ msg }) => msg === 'request failed');
    const stack = expect.stringContaining('addresses');
    expect(failures).toEqual([
      expect.objectContaining({ level: 50, err: expect.objectContaining({ stack }) }),
    ]);
  });

  test.each([
    ['password', password],
    ['token', token],
    ['address', 'Confidential'],
    ['username', username],
    ['search text', 'ailment'],
    ['line that somebody else wrote', 'forged'],
  ])('has no %s in it', (_, secret) => {
    expect(written.length).toBeGreaterThan(1_000);
    expect(written).not.toContain(secret);
  });
});
