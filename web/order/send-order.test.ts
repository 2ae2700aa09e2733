/** Which replies to an order are definite (docs/decisions/025). */
import { expect, test, vi } from 'vitest';
import { request } from '../api/client.ts';
import { isRefused } from './send-order.ts';

async function isRefusal(status: number, body: string): Promise<boolean> {
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
  const failure = await request('/', { method: 'POST', anyBody: true }).catch((error) => error);
  vi.unstubAllGlobals();
  return isRefused(failure);
}

const said = '{"message":"Not today."}';

test.each([400, 401, 404, 409, 422])('a message with status %s is a refusal', async (status) => {
  expect(await isRefusal(status, said)).toBe(true);
});

test.each([
  ['a page of a proxy', 502, '<h1>Bad gateway</h1>'],
  ['a refusal of something in between', 403, '<h1>Forbidden</h1>'],
  ['an error of the shop', 500, said],
  ['a commit in doubt', 503, said],
  ['a time-out of a proxy', 408, said],
  ['too early', 425, said],
  ['too many requests', 429, said],
])('%s, with status %s, leaves the order unconfirmed', async (_, status, body) => {
  expect(await isRefusal(status, body)).toBe(false);
});
