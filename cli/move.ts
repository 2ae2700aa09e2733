import { basename, dirname } from 'node:path';
import { formatCents } from '../contract/money.ts';
import { type MoveReport, moveShop } from '../server/operations/move/move.ts';
import { openStorage, type StorageOptions } from '../server/platform/storage/open.ts';
import { isPostgresUrl } from '../server/platform/storage/postgres/hosts.ts';
import { isShopThere, openReadOnly } from '../server/platform/storage/read-only.ts';
import { DATABASE_FILE } from '../server/platform/storage/sqlite/data-folder.ts';
import type { Storage } from '../server/platform/storage/storage.ts';
import { resolveFromCaller } from './caller-path.ts';
import { UsageError } from './errors.ts';
import { createProgressLine } from './progress-line.ts';
import { thenClose } from './shop.ts';

export async function run(options: { from: string; to: string }): Promise<void> {
  const from = parseDatabase('--from', options.from);
  const to = parseDatabase('--to', options.to);
  process.stdout.write(describeMove(await moveBetween(from, to)));
}

/** @param argument a database, or `env:NAME` for the one in an environment variable @throws UsageError */
function parseDatabase(option: string, argument: string): StorageOptions {
  const [, variable] = /^env:(.+)$/s.exec(argument) ?? [];
  const text = (variable === undefined ? argument : process.env[variable]) ?? '';
  if (text === '' && variable !== undefined) {
    throw new UsageError(`${option}: the environment variable ${variable} is not set.`);
  }
  if (text.startsWith('sqlite:')) {
    const file = resolveFromCaller(text.slice('sqlite:'.length));
    if (basename(file) === DATABASE_FILE) return { dataDir: dirname(file), exclusive: true };
  }
  // Statements that read or write whole tables may take longer than the server's limit.
  if (isPostgresUrl(text)) return { url: text, statementTimeoutMs: 0 };
  throw new UsageError(
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
