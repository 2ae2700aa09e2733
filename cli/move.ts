/**
 * The operator's command for a shop that has outgrown its file: `npm run move -- --from A --to B`. Exit
 * code 0: moved; 1: refused or failed, and the target is as it was; 2: the words make no command.
 */
import { basename, dirname, resolve } from 'node:path';
import { formatCents } from '../contract/money.ts';
import { type MoveReport, moveShop } from '../server/storage/move.ts';
import { isPostgresUrl } from '../server/storage/postgres/hosts.ts';
import { DATABASE_FILE, existingDatabase } from '../server/storage/sqlite/data-folder.ts';
import { openStorage, type StorageOptions } from '../server/storage/storage.ts';
import { parseWords, UsageError } from './arguments.ts';
import { reportFailure } from './failures.ts';
import { callersFolder } from './folder.ts';
import { openProgressLine } from './progress.ts';

const usage = `Moves a whole shop: accounts, carts, orders, money and catalogue. Stop the servers first.

  npm run move -- --from sqlite:data/shop.db --to postgres://user:password@host/shop
  npm run move -- --from postgres://user:password@host/shop --to sqlite:data/shop.db

The target must be empty: no products, no accounts. It is compared with the source, row counts and
sums of money, before anything is kept.
`;

try {
  await move(process.argv.slice(2));
} catch (error) {
  process.exitCode = reportFailure(error, { usage, consequence: 'Nothing was moved.\n' });
}

async function move(words: string[]): Promise<void> {
  const { from, to } = readPlaces(words);
  if ('dataDir' in from) existingDatabase(from.dataDir);
  const source = await openStorage(from);
  try {
    const target = await openStorage(to);
    const line = openProgressLine(process.stderr, () => performance.now());
    try {
      const report = await moveShop(source.db, target.db, ({ table, rows, total }) =>
        line.show(`Moving ${table}: ${rows} of ${total}`),
      );
      line.end();
      process.stdout.write(describe(report));
    } finally {
      line.end();
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** @throws UsageError */
function readPlaces(words: string[]): { from: StorageOptions; to: StorageOptions } {
  const text = { type: 'string' } as const;
  const { values } = parseWords({ args: words, options: { from: text, to: text } });
  return { from: placeOf('--from', values.from), to: placeOf('--to', values.to) };
}

function placeOf(option: string, text: string | undefined): StorageOptions {
  if (text?.startsWith('sqlite:')) {
    const file = resolve(callersFolder(), text.slice('sqlite:'.length));
    if (basename(file) === DATABASE_FILE) return { dataDir: dirname(file), exclusive: true };
  }
  // No statement of a whole shop is in a hurry.
  if (text && isPostgresUrl(text)) return { url: text, statementTimeoutMs: 0 };
  throw new UsageError(
    `${option} takes sqlite:FOLDER/${DATABASE_FILE} or postgres://HOST/DATABASE.`,
  );
}

function describe({ rows, cents }: MoveReport): string {
  const lines = [
    ...Object.entries(rows).map(([table, count]) => `${table.padEnd(16)} ${count} rows`),
    ...Object.entries(cents).map(([what, sum]) => `${what.padEnd(16)} ${formatCents(sum)}`),
  ];
  return `Moved, and the same in both:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}
