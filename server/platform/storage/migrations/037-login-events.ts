/** Sessions know their browser. Failed logins, and those from new devices, are counted for the account's owner. */
import { type Kysely, sql } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('sessions')
    .addColumn('browser', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await schema
    .createTable('login_events')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) =>
      c.notNull().check(sql`kind in ('failed', 'new-device', 'passkey-added', 'recovered')`),
    )
    .addColumn('day', 'bigint', (c) => c.notNull())
    .addColumn('browser', 'text', (c) => c.notNull())
    .addColumn('times', 'bigint', (c) => c.notNull().check(sql`times > 0`))
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('login_events_pkey', ['user_id', 'day', 'kind', 'browser'])
    .execute();
  await schema.createIndex('login_events_last_at').on('login_events').column('last_at').execute();
}
