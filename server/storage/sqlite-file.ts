/** The database as a file: the folder, the lock, the migrations. */
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { isBusy, whileBusy } from './busy.ts';
import { reasonOf, StorageError } from './errors.ts';
import { migrate } from './migrate.ts';
import type { Storage } from './open.ts';
import type { Db, Schema } from './schema.ts';
import { openSqliteDialect } from './sqlite.ts';
import type { SqliteHealth } from './sqlite-health.ts';

export interface SqliteSettings {
  /** Folder of the database; made where it is missing. */
  dataDir: string;
  /**
   * A server holds its folder alone, so that no two of them answer for one shop. The command line
   * works beside it.
   */
  exclusive: boolean;
}

/** @throws StorageError where the folder can't be written, another server has it, or the file is bad */
export async function openSqlite({ dataDir, exclusive }: SqliteSettings): Promise<Storage> {
  makeWritable(dataDir);
  const lock = exclusive ? lockFolder(dataDir) : undefined;
  const file = join(dataDir, 'shop.db');
  try {
    const { db, health } = await openDatabase(file);
    return {
      db,
      async check() {
        const state = await db.selectFrom('catalogue_state').select('version').executeTakeFirst();
        await health.check(() =>
          db
            .updateTable('catalogue_state')
            .set({ ...state })
            .execute(),
        );
      },
      async close() {
        await db.destroy();
        lock?.close();
      },
    };
  } catch (error) {
    lock?.close();
    throw new StorageError(`The database ${file} can't be opened: ${reasonOf(error)}.`);
  }
}

async function openDatabase(file: string): Promise<{ db: Db; health: SqliteHealth }> {
  const { dialect, health } = await openSqliteDialect(file);
  const db = new Kysely<Schema>({ dialect });
  try {
    await whileBusy(() => migrate(db, 'sqlite'));
    // Reading has made the log by now, where there was none.
    health.rememberFiles();
    return { db, health };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

function makeWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new StorageError(`The data folder ${dataDir} can't be written: ${reasonOf(error)}.`);
  }
}

/**
 * An open exclusive transaction on a file of its own: the operating system drops it with the
 * process, however that ends, so a lock is never left behind.
 */
function lockFolder(dataDir: string): DatabaseSync {
  const file = join(dataDir, 'server.lock');
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file);
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock?.close();
    throw new StorageError(
      isBusy(error)
        ? `Another server is already running on the data folder ${dataDir}.`
        : `The lock file ${file} can't be used: ${reasonOf(error)}.`,
    );
  }
}
