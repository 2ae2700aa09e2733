import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { NodeSqlite } from './database.ts';
import { SqliteFault } from './faults.ts';
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
  ['the disk fails: the next start may find it in the log', IO_ERROR_IN_FSYNC, 'commitUnknown'],
  ['the disk is full: SQLite has rolled it back', FULL, 'full'],
])('the outcome of a commit while %s', async (_, errcode, kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'commit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'test.db');
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
  expect(thrown).toBeInstanceOf(SqliteFault);
  expect(thrown).toMatchObject({ kind });
});
