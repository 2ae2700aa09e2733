import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openTestShop } from '../server/testing/test-shop.ts';
import { runQkart } from './shared/process.testing.ts';

const shop = await openTestShop();
const { db } = shop.services;

/** The connection of whoever writes to the table is ended: by the statement, or by the commit. */
async function endConnections(
  when: 'at once' | 'at commit',
  table = 'ledger_entries',
): Promise<void> {
  await sql`
    create or replace function die() returns trigger language plpgsql as $$
    begin
      perform pg_terminate_backend(pg_backend_pid());
      return null;
    end $$`.execute(db);
  const timing = when === 'at commit' ? 'initially deferred' : 'initially immediate';
  await sql`
    create constraint trigger last_breath after insert or update on ${sql.table(table)} deferrable ${sql.raw(timing)}
      for each row execute function die()`.execute(db);
  onTestFinished(async () => {
    await sql`drop trigger last_breath on ${sql.table(table)}`.execute(db);
  });
}

const credit = (username: string) =>
  runQkart(['accounts', 'credit', username, '5', '--note', 'A gift'], shop.database.env);

test('a connection that is lost in a commit: it may have been changed, or not', async () => {
  const { username } = await shop.shopper();
  await endConnections('at commit');
  const { code, stdout, stderr } = await credit(username);
  expect([code, stdout]).toEqual([4, '']);
  expect(stderr).toMatch(
    /^The database failed: .*\.\nIt may have been changed, or not: look before you repeat the command\.\n$/,
  );
});

test('a connection that is lost before the commit: nothing was changed', async () => {
  const { username } = await shop.shopper();
  await endConnections('at once');
  const { code, stderr } = await credit(username);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The database failed: .*\.\nNothing was changed\.\n$/);
});

test('a connection that is lost while events are sent again: they may be, or not', async () => {
  const event = { type: 'account.erased', user_id: (await shop.shopper()).userId } as const;
  await db
    .insertInto('events')
    .values({
      ...event,
      id: 'msg_1',
      number: 0,
      payload: '{}',
      created_at: 1,
      waiting_since: 1,
      attempts: 10,
    })
    .execute();
  await endConnections('at commit', 'events');
  const { code, stdout, stderr } = await runQkart(['events', 'retry'], shop.database.env);
  expect([code, stdout]).toEqual([4, '']);
  expect(stderr).toContain('It may have been changed, or not: look before you repeat the command.');
});

test('a statement that the database refuses is one sentence, not a stack', async () => {
  const { username } = await shop.shopper();
  await sql`alter table ledger_entries add constraint poor check (amount_cents <> 500) not valid`.execute(
    db,
  );
  onTestFinished(async () => {
    await sql`alter table ledger_entries drop constraint poor`.execute(db);
  });
  expect(await credit(username)).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'The database failed: new row for relation "ledger_entries" violates check constraint "poor".\nNothing was changed.\n',
  });
});
