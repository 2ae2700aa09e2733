/** A session knows the device that began it. Owners see new recovery codes and removed passkeys among their logins. */
import { type Kysely, sql } from 'kysely';

type AnySchema = Kysely<unknown>;

const kinds = sql`kind in
  ('failed', 'new-device', 'passkey-added', 'passkey-removed', 'codes-made', 'recovered')`;

export async function upSqlite(db: AnySchema): Promise<void> {
  await addDevice(db);
  // SQLite can't change a constraint: the table is written anew.
  await db.schema
    .createTable('new_login_events')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull().check(kinds))
    .addColumn('day', 'bigint', (c) => c.notNull())
    .addColumn('browser', 'text', (c) => c.notNull())
    .addColumn('times', 'bigint', (c) => c.notNull().check(sql`times > 0`))
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('login_events_pkey', ['user_id', 'day', 'kind', 'browser'])
    .execute();
  await sql`
    insert into new_login_events
      select user_id, kind, day, browser, times, last_at from login_events`.execute(db);
  await db.schema.dropTable('login_events').execute();
  await db.schema.alterTable('new_login_events').renameTo('login_events').execute();
  await db.schema
    .createIndex('login_events_last_at')
    .on('login_events')
    .column('last_at')
    .execute();
}

export async function upPostgres(db: AnySchema): Promise<void> {
  await addDevice(db);
  const events = () => db.schema.alterTable('login_events');
  await events().dropConstraint('login_events_kind_check').execute();
  await events().addCheckConstraint('login_events_kind_check', kinds).execute();
}

async function addDevice({ schema }: AnySchema): Promise<void> {
  await schema.alterTable('sessions').addColumn('device_hash', 'text').execute();
}
