/**
 * Measures how good the shop is at something: `npm run evaluate -- search [--postgres] [--verbose]`.
 * Exit code 1: what it needs isn't here; 2: the words make no command.
 */
import { parseArgs } from 'node:util';
import { evaluateSearch, withoutProducts } from './search/search.ts';

const usage = `npm run evaluate -- search   recall, precision, MRR and time, compared with two libraries
  --postgres   the shop on PostgreSQL as well
  --verbose    lists the queries that others answer better
`;
const UNAVAILABLE = 1;
const MISUSED = 2;

const { positionals, values } = readArguments();
if (positionals.join(' ') === 'search' && values !== undefined) {
  const report = await evaluateSearch(values);
  if (report === undefined) process.exitCode = UNAVAILABLE;
  process.stdout.write(`${report ?? withoutProducts}\n`);
} else {
  process.stderr.write(usage);
  process.exitCode = MISUSED;
}

function readArguments() {
  const options = {
    postgres: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  } as const;
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch {
    return { positionals: [], values: undefined };
  }
}
