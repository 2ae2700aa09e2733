/** Networks take turns at the connections of the database. SQLite has one, which nobody waits for. */
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { stopPoolClock } from '../../testing/pool-clock.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { connectRaw, type RawClient } from './raw-client.testing.ts';

const FLOOD = '127.0.1.1';
const OTHER = '127.0.1.2';
/** Transactions of one network that may wait: twenty for each connection of the pool. */
const WAITING_MAX = 80;

const shop = await openTestShop();
const { storage } = shop;

/** Takes all connections until they are let go. */
async function occupyPool(): Promise<() => void> {
  const { promise: isOver, resolve: letGo } = Promise.withResolvers<void>();
  onTestFinished(() => letGo());
  const { options } = shop.database;
  const size = 'poolSize' in options ? options.poolSize : 0;
  for (let n = 0; n < size; n++) void storage.db.connection().execute(() => isOver);
  await expect.poll(storage.readPool).toMatchObject({ size, idle: 0 });
  return letGo;
}

const credential = {
  id: 'none',
  rawId: 'none',
  type: 'public-key',
  response: { clientDataJSON: 'none', authenticatorData: 'none', signature: 'none' },
};
const body = JSON.stringify({ credential });
/** Reads the database once, after its body has arrived. */
const LOGIN = `POST ${paths.passkeyLogin} HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;

test('a flood of one network leaves connections to others, however much of it waits', async () => {
  stopPoolClock();
  const { token } = await shop.shopper();
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = shop.app.server.address() as AddressInfo;
  const letGo = await occupyPool();
  const waiting = () => storage.readPool()?.waiting;
  const answered: string[] = [];
  const connect = async (from: string, first: string): Promise<RawClient> => {
    const client = await connectRaw(port, first, from);
    client.socket.once('data', () => answered.push(from));
    return client;
  };
  const logIn = async (from: string) => {
    const client = await connect(from, LOGIN);
    client.send(body);
    return client;
  };

  const flood: RawClient[] = [];
  while (flood.length < WAITING_MAX) flood.push(await logIn(FLOOD));
  // The shop itself may be waiting, too.
  await expect.poll(waiting).toBeGreaterThanOrEqual(WAITING_MAX);
  const refused = await logIn(FLOOD);
  await refused.answers(1);
  expect(refused.statuses()).toEqual([503]);
  const cart = `GET ${paths.cart} HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const others = [await logIn(OTHER), await connect(OTHER, cart)];
  await expect.poll(waiting).toBeGreaterThanOrEqual(WAITING_MAX + others.length);

  letGo();
  for (const client of [...others, ...flood]) await client.answers(1);
  expect(others.flatMap((client) => client.statuses())).toEqual([400, 200]);
  expect(answered.lastIndexOf(OTHER)).toBeLessThan(WAITING_MAX / 2);
});
