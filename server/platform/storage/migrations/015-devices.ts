/**
 * Devices that logged in take the place of known networks. A failed login is one time, until which it counts. The
 * sessions of a shopper are found in the order in which they began.
 */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('devices')
    .addColumn('device_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('devices_expires_at').on('devices').column('expires_at').execute();
  await schema
    .createIndex('devices_of_user')
    .on('devices')
    .columns(['user_id', 'expires_at'])
    .execute();
  await schema.dropTable('known_networks').execute();
  // The counts of a quarter of an hour are lost.
  await schema.dropTable('login_failures').execute();
  await schema
    .createTable('login_failures')
    .addColumn('subject', 'text', (c) => c.primaryKey())
    .addColumn('counts_until', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('login_failures_counts_until')
    .on('login_failures')
    .column('counts_until')
    .execute();
  await schema
    .createIndex('sessions_of_user')
    .on('sessions')
    .columns(['user_id', 'expires_at'])
    .execute();
  await schema.dropIndex('sessions_user_id').execute();
}
