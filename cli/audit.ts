/**
 * The operator's look at the books: `npm run audit`. Exit code 0: everything holds; 1: something does
 * not, or the database can't be read; 2: the words make no command. Nothing is changed, ever.
 */
import { invariantsOf } from '../server/audit/audit.ts';
import { readConfig } from '../server/config.ts';
import { engineOf } from '../server/storage/engine.ts';
import { openReadOnly, readSnapshot } from '../server/storage/read-only.ts';
import type { Db } from '../server/storage/schema.ts';
import { parseWords, UsageError } from './arguments.ts';
import { reportFailure } from './failures.ts';
import { count } from './report.ts';

const HOLDS = 0;
const CONTRADICTED = 1;

const usage = `Checks everything that has to be true of the shop's database, all at one moment.

  npm run audit          a line for each; ends at the first that does not hold, and says why

The shop is the one in DATA_DIR (./data), or in DATABASE_URL; it may be running. Nothing is changed.
`;

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.exitCode = reportFailure(error, { usage });
}

async function run(words: string[]): Promise<number> {
  if (asksForHelp(words)) {
    process.stdout.write(usage);
    return HOLDS;
  }
  const db = await openReadOnly(readConfig(process.env).database);
  try {
    return await readSnapshot(db, audit);
  } finally {
    await db.destroy();
  }
}

/** @throws UsageError */
function asksForHelp(words: string[]): boolean {
  const options = { help: { type: 'boolean', short: 'h', default: false } } as const;
  const { values, positionals } = parseWords({ args: words, options, allowPositionals: true });
  if (positionals.some((word) => word !== 'help')) {
    throw new UsageError('audit takes nothing else.');
  }
  return values.help || positionals.length > 0;
}

async function audit(db: Db): Promise<number> {
  const invariants = invariantsOf(engineOf(db));
  for (const { name, find } of invariants) {
    const found = await find(db);
    process.stdout.write(`${found.length === 0 ? 'holds ' : 'BROKEN'}  ${name}\n`);
    if (found.length > 0) {
      process.stderr.write(found.map((sentence) => `        ${sentence}\n`).join(''));
      return CONTRADICTED;
    }
  }
  process.stdout.write(`All ${count(invariants.length, 'invariant')} hold.\n`);
  return HOLDS;
}
