/** Creates the tables of a shop, and knows which release made those that are there. */
import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { OperatorError } from '../operator-error.ts';
import { engineOf } from './engine.ts';
import type { Db, Schema } from './schema.ts';
import { ddlOf } from './tables/ddl.ts';
import { tableList } from './tables/tables.ts';

/** Creates the tables as they are described today. */
const BASELINE = '103-tables';
/** In the order of their names. */
const migrations: Record<string, Migration> = { [BASELINE]: { up: createTables } };
export const releaseNames: readonly string[] = Object.keys(migrations);

/** Runs the migrations that are missing, in one transaction. Several processes may do so at once. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

async function createTables(db: Kysely<Schema>): Promise<void> {
  for (const statement of tableList.flatMap((table) => ddlOf(table, engineOf(db)))) {
    await sql.raw(statement).execute(db);
  }
  await db.insertInto('catalogue_state').values({ id: 1, version: 'empty' }).execute();
  const secret = randomBytes(32).toString('base64url');
  await db.insertInto('passkey_secret').values({ id: 1, secret }).execute();
}

/** What a database has: its tables, and the migrations that Kysely notes. */
interface Contents {
  tables: readonly string[];
  migrations: readonly string[];
}

/** A sentence without its subject, the database; undefined if it is empty, or a shop of this release. */
export function findForeign({ tables, migrations }: Contents): string | undefined {
  const ours = tables.filter((name) => !name.startsWith('kysely_migration'));
  const unknown = migrations.find((name) => !releaseNames.includes(name));
  if (ours.length > 0 && !migrations.includes(BASELINE)) {
    return "is another program's, or of the shop before release 1.0: set another DATA_DIR or DATABASE_URL, and import your catalogue there";
  }
  if (unknown === undefined) return undefined;
  return `is of a newer release of the shop (it has ${unknown}): start that one, or restore a backup from before it`;
}

/**
 * @param name of the database, for messages
 * @returns whether it has a shop of this release
 * @throws OperatorError if it has something else
 */
export async function hasShop(db: Db, name: string): Promise<boolean> {
  // In this order: another process may create them meanwhile, all at once.
  const found = await readTables(db);
  const migrations = found.includes('kysely_migration') ? await readMigrations(db) : [];
  const foreign = findForeign({ tables: found, migrations });
  if (foreign !== undefined) throw new OperatorError(`The database ${name} ${foreign}.`);
  return migrations.length > 0;
}

async function readTables(db: Db): Promise<string[]> {
  const query =
    engineOf(db) === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'table'`
      : // Tables of other programs may stand beside those of the shop.
        sql<{ name: string }>`
          select relname as name from pg_class
          where relnamespace = current_schema()::regnamespace
            and relname in ('kysely_migration', ${sql.join(tableList.map(({ name }) => name))})`;
  return (await query.execute(db)).rows.map(({ name }) => name);
}

async function readMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}
