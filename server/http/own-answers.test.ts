import { beforeEach, describe, expect, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { Refusal } from '../../contract/refusals.ts';
import { openTestShop } from '../test-shop.ts';
import { ask, type Reply, type Sent } from './ask.testing.ts';
import { json, jsonOf, openOwnApp } from './own-answers.testing.ts';

const { app, askedBy, course, get, newPath } = await openOwnApp();

describe('behind the first answer', () => {
  test('the next one comes without the framework, the same in all but its id', async () => {
    const headers = { 'x-forwarded-proto': 'https' };
    const first = await get('of-ada', { headers });
    let again: Reply | undefined;
    expect(
      await askedBy(async () => {
        again = await get('of-ada', { headers });
      }),
    ).toBe(0);
    expect(first).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(jsonOf(first)).toEqual({ name: 'Ada', greeting: 'Grüße' });
    expect(again).toEqual({ ...first, id: again?.id });
    expect(again?.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(again?.id).not.toBe(first.id);
  });

  test('each shopper gets their own, also where both ask at once', async () => {
    await get('of-ada');
    const names = ['of-bea', 'of-ada', 'of-bea'].map(
      async (token) => jsonOf(await get(token)).name,
    );
    expect(await Promise.all(names)).toEqual(['Bea', 'Ada', 'Bea']);
  });

  test('it is told of like any other', async () => {
    await get('of-ada');
    const { id } = await get('of-bea');
    await expect.poll(() => course().told.at(-1)?.id).toBe(id);
    expect(course().told.at(-1)).toEqual({
      id,
      method: 'GET',
      route: '/own',
      status: 200,
      ms: expect.any(Number),
    });
  });

  test('HTTPS is asked for where it is spoken, and only there', async () => {
    const isAsked = async (headers: Record<string, string>) =>
      'strict-transport-security' in (await get('of-ada', { headers })).headers;
    const sent = [{ 'x-forwarded-proto': 'https' }, { 'x-forwarded-proto': 'http' }, {}];
    for (const headers of sent) await isAsked(headers);
    expect(
      await askedBy(async () => {
        for (const [n, headers] of sent.entries()) expect(await isAsked(headers)).toBe(n === 0);
      }),
    ).toBe(0);
  });
});

describe('the framework answers', () => {
  beforeEach(() => get('of-ada'));

  test.each<[string, Sent, number]>([
    ['another method', { method: 'HEAD' }, 200],
    ['another address', { path: newPath() }, 200],
    ['a request with a body', { body: 'odd', headers: { 'content-length': '3' } }, 200],
  ])('%s', async (_, sent, status) => {
    expect(await askedBy(async () => expect((await get('of-ada', sent)).status).toBe(status))).toBe(
      1,
    );
    expect(await askedBy(() => get('of-ada'))).toBe(0);
  });

  test('who has no token, or a bad one, which is looked up once', async () => {
    const { status, body } = await ask(app, { path: '/own' });
    expect([status, body.toString()]).toEqual([401, expect.stringContaining('Log in to continue')]);
    const before = course().lookedUp;
    const bad = await get('of-nobody');
    expect(course().lookedUp - before).toBe(1);
    expect([bad.status, jsonOf(bad).message]).toEqual([401, 'Session expired. Log in again.']);
  });

  test('whose answer can’t be had, without looking for it once more', async () => {
    course().failure = new Refusal('OVERLOADED', { retryAfter: 5 });
    const before = course().found;
    const reply = await get('of-ada');
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '5']);
    expect(course().found - before).toBe(1);
  });
});

describe('carts of the shop itself', async () => {
  const shop = await openTestShop();
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  await shop.sell({ id: 'lamp' });
  await shop.sell({ id: 'chair' });
  const ofShopper = (token: string) => ({ authorization: `Bearer ${token}` });
  const cartOf = (token: string) => ask(shop.app, { path: paths.cart, headers: ofShopper(token) });
  const change = (token: string, productId: string, qty: number) =>
    ask(shop.app, {
      method: 'POST',
      path: paths.cart,
      headers: { ...json, ...ofShopper(token) },
      body: JSON.stringify({ productId, qty }),
    });

  test('are the same each time, and have what was put into them a moment ago', async () => {
    const shopper = await shop.shopper();
    const first = await cartOf(shopper.token);
    const again = await cartOf(shopper.token);
    expect(again).toEqual({ ...first, id: again.id });
    for (const qty of [2, 3]) {
      await shop.call('POST', paths.cart, { as: shopper, body: { productId: 'lamp', qty } });
      const reply = await cartOf(shopper.token);
      expect(jsonOf(reply)).toEqual([{ productId: 'lamp', qty }]);
      // As the framework would have told it.
      expect(reply.body.toString()).toBe(
        (await shop.call('GET', paths.cart, { as: shopper })).body,
      );
    }
  });

  test('are nobody’s any more who logged out', async () => {
    const { token } = await shop.shopper();
    expect((await cartOf(token)).status).toBe(200);
    expect((await cartOf(token)).status).toBe(200);
    await shop.call('POST', paths.logout, { as: { token } });
    expect((await cartOf(token)).status).toBe(401);
    expect((await change(token, 'lamp', 1)).status).toBe(401);
  });

  test('say the same with each change, and are what they say', async () => {
    const { token } = await shop.shopper();
    const first = await change(token, 'lamp', 2);
    for (const qty of [3, 2]) {
      const again = await change(token, 'lamp', qty);
      expect(jsonOf(again)).toEqual([{ productId: 'lamp', qty }]);
      expect(jsonOf(await cartOf(token))).toEqual(jsonOf(again));
      if (qty === 2) expect(again).toEqual({ ...first, id: again.id });
    }
    expect(jsonOf(await change(token, 'chair', 1))).toHaveLength(2);
    expect((await change(token, 'no-such-thing', 1)).status).toBe(404);
    expect(jsonOf(await change(token, 'lamp', 0))).toEqual([{ productId: 'chair', qty: 1 }]);
  });
});
