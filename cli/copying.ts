/** What `backup` and `restore` have in common: words, progress, Ctrl+C, exit codes. */
import { resolve } from 'node:path';
import { readConfig } from '../server/config.ts';
import { StorageError } from '../server/storage/errors.ts';
import type { CopyOptions, CopyProgress, CopyReport } from '../server/storage/sqlite/backup.ts';
import { parseWords, UsageError } from './arguments.ts';
import { reportFailure } from './failures.ts';
import { callersFolder } from './folder.ts';
import { openProgressLine } from './progress.ts';

const INTERRUPTED = 130;
const BYTES_PER_MB = 1_000_000;

interface Copying {
  usage: string;
  /** Said behind why it failed. */
  nothingDone: string;
  /** @returns what is said of it when it is done */
  copy(
    place: { file: string; dataDir: string },
    options: CopyOptions,
    summary: (report: CopyReport) => string,
  ): Promise<string>;
}

/** Runs the command, and sets the process's exit code. */
export async function runCopying({ usage, nothingDone, copy }: Copying): Promise<void> {
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => interruption.abort());
  }
  const startedAt = performance.now();
  const line = openProgressLine(process.stderr, () => performance.now());
  const options: CopyOptions = {
    signal: interruption.signal,
    onProgress: (progress) => line.show(describe(progress)),
  };
  const summary = ({ bytes, orders }: CopyReport) => {
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    return `${(bytes / BYTES_PER_MB).toFixed(1)} MB, ${orders} orders, in ${seconds} s`;
  };
  try {
    const place = readPlace(process.argv.slice(2));
    const sentence = await copy(place, options, summary).finally(line.end);
    process.stdout.write(`${sentence}\n`);
  } catch (error) {
    if (interruption.signal.aborted) {
      process.stderr.write(nothingDone);
      process.exitCode = INTERRUPTED;
    } else {
      process.exitCode = reportFailure(error, { usage, consequence: nothingDone });
    }
  }
}

/** @throws UsageError where it isn't one file, StorageError where the shop is on PostgreSQL */
function readPlace(words: string[]): { file: string; dataDir: string } {
  const { database } = readConfig(process.env);
  const file = readFile(words);
  if ('url' in database) {
    throw new StorageError(
      'This shop is on PostgreSQL, whose own pg_dump and pg_restore are for that: see docs/operations.md.',
    );
  }
  return { file, dataDir: database.dataDir };
}

function readFile(words: string[]): string {
  const { positionals } = parseWords({ args: words, allowPositionals: true });
  const [file, ...others] = positionals;
  if (file && others.length === 0) return resolve(callersFolder(), file);
  throw new UsageError('Name one FILE.');
}

function describe(progress: CopyProgress): string {
  if (progress.step === 'checking') return 'Checking the copy';
  return `Copying: ${Math.floor((progress.pages / progress.total) * 100)} %`;
}
