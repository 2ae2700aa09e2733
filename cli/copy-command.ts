/** The common code of `backup` and `restore`: the file, the data folder, progress and interruption. */

import {
  CopiedInPart,
  type CopyOptions,
  type CopyProgress,
  type CopyReport,
} from '../server/operations/backup/backup.ts';
import { readConfig } from '../server/platform/config.ts';
import { OperatorError } from '../server/platform/operator-error.ts';
import { resolveFromCaller } from './caller-path.ts';
import { DoneInPart, UsageError } from './errors.ts';
import { count, secondsSince } from './numbers.ts';
import { createProgressLine } from './progress-line.ts';
import { untilSignal } from './signals.ts';

const BYTES_PER_MB = 1_000_000;

interface CopyCommand<Report extends CopyReport> {
  copy(file: string, dataDir: string, options: CopyOptions): Promise<Report>;
  /** The text to print when the copy is done. @param summary size, orders and duration */
  describe(file: string, summary: string, report: Report): string;
}

export function createCopyCommand<Report extends CopyReport>({
  copy,
  describe,
}: CopyCommand<Report>) {
  return async (name: string): Promise<void> => {
    if (name === '-') throw new UsageError('a backup is checked as a whole, so it must be a file');
    const file = resolveFromCaller(name);
    const startedAt = performance.now();
    const progress = createProgressLine();
    const report = await untilSignal((signal) =>
      copy(file, readDataDir(), {
        signal,
        onProgress: (state) => progress.show(describeProgress(state)),
      })
        .catch((error: unknown) => {
          throw error instanceof CopiedInPart ? new DoneInPart(error.message) : error;
        })
        .finally(progress.end),
    );
    const { bytes, orders } = report;
    const size = `${(bytes / BYTES_PER_MB).toFixed(1)} MB`;
    const summary = `${size}, ${count(orders, 'order')}, in ${secondsSince(startedAt)}`;
    process.stdout.write(`${describe(file, summary, report)}\n`);
  };
}

/** @throws OperatorError if the shop is on PostgreSQL */
function readDataDir(): string {
  const { database } = readConfig(process.env);
  if ('url' in database) {
    throw new OperatorError(
      'This shop is on PostgreSQL: use pg_dump and pg_restore, as docs/operations.md describes.',
    );
  }
  return database.dataDir;
}

function describeProgress(state: CopyProgress): string {
  if (state.step === 'checking') return 'Checking the copy';
  return `Copying: ${Math.floor((state.pages / state.total) * 100)} %`;
}
