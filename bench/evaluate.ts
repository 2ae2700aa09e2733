/**
 * Measures how good the shop is at something: `npm run evaluate -- search [--postgres] [--verbose]`, or
 * `catalogue [--postgres] [--records N]`.
 * Exit code 1: what it needs isn't here; 2: the words make no command.
 */
import { parseArgs } from 'node:util';
import { evaluateCatalogue } from './catalogue/catalogue.ts';
import { evaluateSearch, withoutProducts } from './search/search.ts';

const usage = `npm run evaluate -- search   recall, precision, MRR and time, compared with two libraries
  --postgres   the shop on PostgreSQL as well
  --verbose    lists the queries that others answer better

npm run evaluate -- catalogue   time and memory of importing, updating and exporting many products
  --postgres   on PostgreSQL instead of SQLite
  --records N  how many, more than 40,000; 1000000 where nothing is said
`;
const UNAVAILABLE = 1;
const MISUSED = 2;

/** Fewer are imported in a moment, and can't be killed half-way. */
const RECORDS_MIN = 40_000;

const { positionals, values } = readArguments();
const records = Number(values?.records ?? 1_000_000);
if (positionals.join(' ') === 'search' && values !== undefined) {
  const report = await evaluateSearch(values);
  if (report === undefined) process.exitCode = UNAVAILABLE;
  process.stdout.write(`${report ?? withoutProducts}\n`);
} else if (positionals.join(' ') === 'catalogue' && records > RECORDS_MIN) {
  process.stdout.write(`${await evaluateCatalogue(records, values?.postgres === true)}\n`);
} else {
  process.stderr.write(usage);
  process.exitCode = MISUSED;
}

function readArguments() {
  const options = {
    postgres: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    records: { type: 'string' },
  } as const;
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch {
    return { positionals: [], values: undefined };
  }
}
