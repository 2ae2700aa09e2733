/** The database as a file: looked at, opened, brought up to date. */
import { Kysely } from 'kysely';
import { reasonOf, StorageError } from '../errors.ts';
import { migrate } from '../migrate.ts';
import type { Db, Schema } from '../schema.ts';
import { createShopperCache } from '../shopper-cache.ts';
import type { Storage } from '../storage.ts';
import { whileBusy } from './busy.ts';
import { databaseFile, expectWritable, lockFolder, makeWritable } from './data-folder.ts';
import { openSqliteDialect, type SqliteParts } from './dialect.ts';
import { inspectBeforeOpening } from './inspect.ts';

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
  const file = databaseFile(dataDir);
  try {
    await whileBusy(() => inspectBeforeOpening(file, exclusive));
    expectWritable(file);
    const { db, health, ...counts } = await openDatabase(file);
    return {
      db,
      ...counts,
      createShopperCache,
      async check() {
        await db.selectFrom('catalogue_state').select('version').execute();
        await health.check(() => writeAnything(db));
      },
      async close() {
        await db.destroy();
        lock?.close();
      },
    };
  } catch (error) {
    lock?.close();
    if (error instanceof StorageError) throw error;
    throw new StorageError(`The database ${file} can't be opened: ${reasonOf(error)}.`);
  }
}

/**
 * A count that nobody reads, of a window that is over; it is cleared away with the others. Not what is
 * there already: then the engine would write nothing.
 */
async function writeAnything(db: Db): Promise<void> {
  await db
    .insertInto('request_counts')
    .values({ subject: 'readiness', requests: 1, window_ends_at: 0 })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet((eb) => ({ requests: eb('request_counts.requests', '+', 1) })),
    )
    .execute();
}

async function openDatabase(file: string): Promise<{ db: Db } & Omit<SqliteParts, 'dialect'>> {
  const { dialect, health, ...counts } = await openSqliteDialect(file);
  const db = new Kysely<Schema>({ dialect });
  try {
    await whileBusy(() => migrate(db, 'sqlite'));
    // Reading has made the log by now, where there was none.
    health.rememberFiles();
    return { db, health, ...counts };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
