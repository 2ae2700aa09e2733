import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../../operator-error.ts';
import { reasonOf } from '../errors.ts';
import { LOCK_TIMEOUT_MS } from './busy.ts';

/**
 * Writes the whole file anew, so that nothing is left in it of rows that were changed or deleted, and empties its log.
 * Blocks the event loop: for the command line only. Meanwhile other processes can read, but not write.
 * @throws OperatorError if other processes don't let it for ten seconds
 */
export async function compact(file: string): Promise<void> {
  const database = new DatabaseSync(file, { timeout: LOCK_TIMEOUT_MS });
  try {
    database.exec('vacuum');
    const log = database.prepare('pragma wal_checkpoint(truncate)').get();
    if (log?.busy !== 0) throw new Error('another process reads its log');
  } catch (error) {
    throw new OperatorError(
      `${file} may still have what was deleted, because it can't be written anew: ${reasonOf(error)}.`,
    );
  } finally {
    database.close();
  }
}
