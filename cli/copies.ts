/** Copies of the whole shop: `qkart backup`, `restore` and `move`. */
import { basename, dirname } from 'node:path';
import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { formatCents } from '../contract/money.ts';
import {
  type CopyOptions,
  type CopyProgress,
  type CopyReport,
  copyShop,
} from '../server/operations/backup/backup.ts';
import { noteBackup } from '../server/operations/backup/last-backup.ts';
import { restoreShop } from '../server/operations/backup/restore.ts';
import { type MoveReport, moveShop } from '../server/operations/move/move.ts';
import { count, secondsSince } from '../server/operations/reports/text.ts';
import { OperatorError } from '../server/platform/operator-error.ts';
import { readConfig } from '../server/platform/settings/config.ts';
import { reasonOf } from '../server/platform/storage/errors.ts';
import { openStorage, type StorageOptions } from '../server/platform/storage/open.ts';
import { isPostgresUrl } from '../server/platform/storage/postgres/hosts.ts';
import { isShopThere, openReadOnly } from '../server/platform/storage/read-only.ts';
import { DATABASE_FILE, existingDatabase } from '../server/platform/storage/sqlite/data-folder.ts';
import type { Storage } from '../server/platform/storage/storage.ts';
import { changing } from './shared/action.ts';
import { resolveFromCaller } from './shared/files.ts';
import { interruptible } from './shared/interruptible.ts';
import { createProgressLine } from './shared/progress-line.ts';
import { thenClose, withShop } from './shared/shop.ts';

const BYTES_PER_MB = 1_000_000;

export function addBackup(command: Command): void {
  command
    .argument('[file]')
    .description(
      `Saves a SQLite shop to a file, also while it runs, and notes the time for the metrics.

The file has the shop as it is at this moment. It appears only when the copy is complete and checked; an \
existing file is never overwritten.`,
    )
    .option('--made', 'note a backup that another program has just made, such as pg_dump')
    .action(changing(backup, 'Nothing was saved.\n'));
}

export function addRestore(command: Command): void {
  command
    .argument('<file>')
    .description(
      `Replaces a stopped SQLite shop by a backup.

Stop the server first. The backup is checked before anything is replaced. The replaced database is kept in \
a folder beside the new one.`,
    )
    .action(changing(restore, 'Nothing was restored.\n'));
}

export function addMove(command: Command): void {
  command
    .description(
      `Copies a whole shop to another database, on either engine.

Stop the servers first. The target must be empty: no products, no accounts. Before the copy is committed, \
the row counts and the sums of money of both databases are compared.`,
    )
    .usage('--from <database> --to <database>')
    .requiredOption('--from <database>', 'the shop')
    .requiredOption('--to <database>', 'the empty database')
    .addHelpText(
      'after',
      `
A database is sqlite:FOLDER/shop.db or postgres://USER:PASSWORD@HOST/DATABASE, or env:NAME for an environment
variable that has it. Everybody on this machine sees a password on the command line, and none in a variable:

  qkart move --from sqlite:data/shop.db --to env:DATABASE_URL
  qkart move --from env:DATABASE_URL --to sqlite:data/shop.db`,
    )
    .action(changing(move, 'Nothing was moved.\n'));
}

/** @param options.made whether another program has made the backup */
async function backup(
  name: string | undefined,
  { made }: { made?: true | undefined },
): Promise<void> {
  if ((name === undefined) === (made === undefined)) {
    throw new InvalidArgumentError(
      'name a file, or say by --made that another program has made a backup',
    );
  }
  // The time before the copy, since the copy may lack what is committed after it has begun.
  const madeAt = Date.now();
  const note = () => withShop(({ db }) => noteBackup(db, madeAt));
  if (name === undefined) {
    await note();
    process.stdout.write('The metrics know of the backup.\n');
    return;
  }
  const { file, summary } = await copy(name, (file, dataDir, options) =>
    copyShop(existingDatabase(dataDir), file, options),
  );
  process.stdout.write(`Saved to ${file} and checked: ${summary}.\n`);
  // The shop may be of an earlier release, which is about to be upgraded: the backup is as good.
  await note().catch((error: unknown) => {
    process.stderr.write(`The metrics do not know of this backup: ${reasonOf(error)}.\n`);
  });
}

async function restore(name: string): Promise<void> {
  const { file, summary, report } = await copy(name, (file, dataDir, options) =>
    restoreShop(file, dataDir, { ...options, now: Date.now() }),
  );
  const kept = report.replaced ? ` The replaced database is in ${report.replaced}.` : '';
  process.stdout.write(`Restored ${file} and checked: ${summary}.${kept}\n`);
}

/** @returns `summary`: size, orders and duration */
async function copy<Report extends CopyReport>(
  name: string,
  work: (file: string, dataDir: string, options: CopyOptions) => Promise<Report>,
): Promise<{ file: string; summary: string; report: Report }> {
  if (name === '-') {
    throw new InvalidArgumentError('a backup is checked as a whole, so it must be a file');
  }
  const file = resolveFromCaller(name);
  const startedAt = performance.now();
  const report = await interruptible((signal, show) =>
    work(file, readDataDir(), { signal, onProgress: (state) => show(describeProgress(state)) }),
  );
  const size = `${(report.bytes / BYTES_PER_MB).toFixed(1)} MB`;
  const summary = `${size}, ${count(report.orders, 'order')}, in ${secondsSince(startedAt)}`;
  return { file, summary, report };
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

async function move(options: { from: string; to: string }): Promise<void> {
  const from = parseDatabase('--from', options.from);
  const to = parseDatabase('--to', options.to);
  process.stdout.write(describeMove(await moveBetween(from, to)));
}

/** @param argument a database, or `env:NAME` for the one in an environment variable @throws InvalidArgumentError */
function parseDatabase(option: string, argument: string): StorageOptions {
  const [, variable] = /^env:(.+)$/s.exec(argument) ?? [];
  const text = (variable === undefined ? argument : process.env[variable]) ?? '';
  if (text === '' && variable !== undefined) {
    throw new InvalidArgumentError(`${option}: the environment variable ${variable} is not set.`);
  }
  if (text.startsWith('sqlite:')) {
    const file = resolveFromCaller(text.slice('sqlite:'.length));
    if (basename(file) === DATABASE_FILE) return { dataDir: dirname(file), exclusive: true };
  }
  // Statements that read or write whole tables may take longer than the server's limit.
  if (isPostgresUrl(text)) return { url: text, statementTimeoutMs: 0 };
  throw new InvalidArgumentError(
    `${option} takes sqlite:FOLDER/${DATABASE_FILE}, postgres://HOST/DATABASE, or env:NAME for the variable that has it.`,
  );
}

/** Neither database is migrated: only the start of a shop does that. */
async function moveBetween(from: StorageOptions, to: StorageOptions): Promise<MoveReport> {
  await openReadOnly(from).then((db) => db.destroy());
  await isShopThere(to);
  const source = await openStorage(from);
  return thenClose(source, moveInto(to, source));
}

async function moveInto(to: StorageOptions, source: Storage): Promise<MoveReport> {
  const target = await openStorage(to);
  const progress = createProgressLine();
  const moving = moveShop(source.db, target.db, ({ table, rows, total }) =>
    progress.show(`Moving ${table}: ${rows} of ${total}`),
  );
  return thenClose(target, moving.finally(progress.end));
}

function describeMove({ rows, cents }: MoveReport): string {
  const lines = [
    ...Object.entries(rows).map(([table, count]) => `${table.padEnd(16)} ${count} rows`),
    ...Object.entries(cents).map(([what, sum]) => `${what.padEnd(16)} ${formatCents(sum)}`),
  ];
  return `Moved, and the same in both:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}
