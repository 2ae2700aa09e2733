/** Temporary databases, which SQLite moves from memory to a disk of their own when they grow. */
import { accessSync, constants, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { faultOf } from '../../../../packages/kysely-node-sqlite/index.ts';
import { OperatorError } from '../../operator-error.ts';
import { reasonOf } from '../errors.ts';

/**
 * Runs statements of a temporary database.
 * @throws OperatorError, which names the folder, if its disk is full or fails
 */
export function onTemporaryDisk<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const fault = faultOf(error);
    if (fault === undefined) throw error;
    throw new OperatorError(
      `Temporary files in ${temporaryFolder()} can't be written: ${reasonOf(fault)}. SQLITE_TMPDIR can name another folder.`,
    );
  }
}

/** The one that SQLite chooses: https://sqlite.org/tempfiles.html, section 5. */
function temporaryFolder(): string {
  const { SQLITE_TMPDIR, TMPDIR } = process.env;
  const folders = [SQLITE_TMPDIR, TMPDIR, '/var/tmp', '/usr/tmp', '/tmp'];
  return folders.find((folder) => folder !== undefined && isUsable(folder)) ?? tmpdir();
}

function isUsable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}
