import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openTestShop } from '../../../testing/test-shop.ts';
import { HostRing } from './hosts.ts';
import { listenOn } from './listen.ts';
import { endListeners } from './listeners.testing.ts';

const shop = await openTestShop();
const { db } = shop.services;

test('a listening connection that the database ends is replaced at once', async () => {
  const said: string[] = [];
  const listening = listenOn({
    ring: new HostRing(shop.database.env.DATABASE_URL ?? ''),
    channel: 'test',
    listener: {
      onListening: () => said.push('listening'),
      onMessage: (message) => said.push(message),
      onLost: () => said.push('lost'),
    },
    heartbeatMs: 3_600_000,
  });
  onTestFinished(() => listening.close());
  await expect.poll(() => said).toEqual(['listening']);
  await endListeners(db);
  await expect.poll(() => said).toEqual(['listening', 'lost', 'listening']);
  await sql`select pg_notify('test', 'news')`.execute(db);
  await expect.poll(() => said).toEqual(['listening', 'lost', 'listening', 'news']);
});
