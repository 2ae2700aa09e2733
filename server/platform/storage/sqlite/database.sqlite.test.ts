import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openTestFolder } from '../../../testing/test-database.ts';
import { DatabaseUnavailable, OutcomeUnknown } from '../errors.ts';
import { NodeSqlite } from './database.ts';
import { SqliteHealth } from './health.ts';

/** A disk that fails when SQLite commits. */
class FailingDisk extends DatabaseSync {
  errcode = 0;

  override exec(statement: string): void {
    if (statement !== 'commit') super.exec(statement);
    else throw Object.assign(new Error('the disk'), { errcode: this.errcode });
  }
}

/** https://sqlite.org/rescode.html */
const [IO_ERROR_IN_FSYNC, FULL] = [1_034, 13];

test.each([
  ['the disk fails: the next start may find it in the log', IO_ERROR_IN_FSYNC, true],
  ['the disk is full: SQLite has rolled it back', FULL, false],
])('the outcome of a commit while %s', async (_, errcode, isUnknown) => {
  const file = join(await openTestFolder(onTestFinished), 'shop.db');
  const disk = new FailingDisk(file);
  disk.errcode = errcode;
  const database = new NodeSqlite(disk, new SqliteHealth(file));
  onTestFinished(() => database.close());
  database.execute('begin');
  const committing = new Promise<void>((resolve) => {
    database.commit();
    resolve();
  });
  const thrown: unknown = await committing.catch((error) => error);
  expect(thrown).toBeInstanceOf(DatabaseUnavailable);
  expect(thrown instanceof OutcomeUnknown).toBe(isUnknown);
});
