/** What can keep a command from being done, in a sentence for the operator. */
import { Refusal } from '../contract/refusals.ts';
import { ExportError } from '../server/catalogue/export/export.ts';
import { ImportError } from '../server/catalogue/import/problems.ts';
import { ConfigError } from '../server/config.ts';
import { StorageError } from '../server/storage/errors.ts';

/** @returns nothing for a defect, whose stack is what helps */
export function explainFailure(error: unknown): string | undefined {
  if (
    error instanceof ConfigError ||
    error instanceof StorageError ||
    error instanceof ImportError ||
    error instanceof ExportError ||
    error instanceof Refusal
  ) {
    return error.message;
  }
  // A full disk, a file that was taken away: SQLite says what it is.
  if (error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR') {
    return `The database failed: ${error.message}.`;
  }
  return undefined;
}
