import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { OPERATOR_PASSWORD, openTestDesk } from '../desk.testing.ts';
import { logIn } from './login.ts';

const desk = await openTestDesk();
const { services } = desk.shop;
const { db } = services;

test('a login whose password is reset meanwhile gets no session', async () => {
  await desk.join('Ann');
  const reset = await db.startTransaction().execute();
  await reset.updateTable('operators').set({ password_hash: null }).execute();
  await reset.deleteFrom('operator_sessions').execute();
  const login = { name: 'Ann', password: OPERATOR_PASSWORD };
  const sender = { networks: [], isForeignPage: false };
  const options = { ...services, authRateLimit: 0, isLocal: true };
  const outcome = logIn(options, login, sender).then(
    () => 'a session',
    ({ message }: Error) => message,
  );
  const isLate = vi.waitUntil(async () => (await countWaiting()) > 0, { timeout: 20_000 });
  await Promise.race([outcome, isLate]);
  await reset.commit().execute();
  expect(await outcome).toBe('Name or password is wrong.');
});

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}
