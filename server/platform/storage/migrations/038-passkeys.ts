/** Passkeys of shoppers (WebAuthn), the key that signs challenges, and the challenges that were used. */
import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

const SECRET_BYTES = 32;

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('passkeys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('counter', 'bigint', (c) => c.notNull().check(sql`counter >= 0`))
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('added_at', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .execute();
  await schema
    .createIndex('passkeys_of_user')
    .on('passkeys')
    .columns(['user_id', 'added_at'])
    .execute();
  await schema
    .createTable('passkey_secret')
    .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('secret', 'text', (c) => c.notNull())
    .execute();
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  await sql`insert into passkey_secret (id, secret) values (1, ${secret})`.execute(db);
  await schema
    .createTable('used_challenges')
    .addColumn('challenge', 'text', (c) => c.primaryKey())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('used_challenges_expires_at')
    .on('used_challenges')
    .column('expires_at')
    .execute();
}
