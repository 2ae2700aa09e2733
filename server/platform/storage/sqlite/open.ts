/** The database as a file: inspects, opens and migrates it. */
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import {
  openDialect,
  openReadOnlyDialect,
  whileBusy,
} from '../../../../packages/kysely-node-sqlite/index.ts';
import { OperatorError } from '../../operator-error.ts';
import { reasonOf } from '../errors.ts';
import { migrate } from '../migrate.ts';
import type { Db, Schema } from '../schema.ts';
import type { Storage } from '../storage.ts';
import {
  createPrivateFile,
  databaseFile,
  existingDatabase,
  expectWritable,
  lockFolder,
  openDataFolder,
} from './data-folder.ts';
import { translateFault } from './errors.ts';
import { inspectBeforeOpening } from './inspect.ts';

/** How long the command line waits for readers of the log. It blocks the event loop, so a server doesn't wait. */
const LOG_TIMEOUT_MS = 1_000;

export interface SqliteSettings {
  /** The folder of the database; created if it is missing. */
  dataDir: string;
  /** A server locks its folder against a second server. The command line works beside it. */
  exclusive: boolean;
}

/** @throws OperatorError if the folder can't be written, another server uses it, or the file is bad */
export async function openSqlite({ dataDir, exclusive }: SqliteSettings): Promise<Storage> {
  const notices = openDataFolder(dataDir);
  const lock = exclusive ? lockFolder(dataDir) : undefined;
  const file = databaseFile(dataDir);
  try {
    await whileBusy(() => inspectBeforeOpening(file, exclusive));
    expectWritable(file);
    createPrivateFile(file);
    const { db, health } = await openDatabase(file);
    return {
      db,
      async check() {
        await db.selectFrom('catalogue_state').select('version').execute();
        await health
          .check(() => writeAnything(db))
          .catch((error: unknown) => {
            throw translateFault(error);
          });
      },
      warmUp: async () => {},
      readPool: () => undefined,
      backlog: () => 0,
      notices,
      emptyLog: async () => emptyLog(file, exclusive ? 0 : LOG_TIMEOUT_MS),
      async close() {
        await db.destroy();
        lock?.close();
      },
    };
  } catch (error) {
    lock?.close();
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`The database ${file} can't be opened: ${reasonOf(error)}.`);
  }
}

/** @throws OperatorError if there is no database, or it can't be opened */
export function openSqliteReadOnly(dataDir: string): Db {
  const file = existingDatabase(dataDir);
  try {
    return new Kysely<Schema>({ dialect: openReadOnlyDialect(file, translateFault) });
  } catch (error) {
    throw new OperatorError(`The database ${file} can't be read: ${reasonOf(error)}.`);
  }
}

/**
 * Writes an expired attempt, which is never read and later deleted. It differs each time, because SQLite skips
 * unchanged rows.
 */
async function writeAnything(db: Db): Promise<void> {
  await sql`
    insert into attempts (subject, counts_until) values ('readiness', 1)
    on conflict (subject) do update set counts_until = attempts.counts_until + 1`.execute(db);
}

/**
 * Copies the write-ahead log into the database and empties it, if no other process is reading it. A separate connection
 * is in no transaction.
 */
function emptyLog(file: string, timeout: number): boolean {
  const database = new DatabaseSync(file, { timeout });
  try {
    return database.prepare('pragma wal_checkpoint(truncate)').get()?.busy === 0;
  } finally {
    database.close();
  }
}

async function openDatabase(file: string) {
  const { dialect, health } = await openDialect(file, translateFault);
  const db = new Kysely<Schema>({ dialect });
  try {
    await whileBusy(() => migrate(db));
    // The write-ahead log exists from now on.
    health.rememberFiles();
    return { db, health };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
