/**
 * Measures how good the shop is at something: `npm run evaluate -- search` or `scale`, and the options below.
 * Exit code 1: what it needs isn't here; 2: the words make no command.
 */
import { parseArgs } from 'node:util';
import { evaluateScale } from './search/scale.ts';
import { evaluateSearch, withoutProducts } from './search/search.ts';

const usage = `npm run evaluate -- search   recall, precision, MRR and time, compared with two libraries
  --postgres     the shop on PostgreSQL as well
  --verbose      lists the queries that others answer better
npm run evaluate -- scale    time and memory of the search with a million products
  --products N   with as many
  --postgres     on PostgreSQL as well
`;
const UNAVAILABLE = 1;
const MISUSED = 2;

const evaluations: Record<string, (options: Options) => Promise<string | undefined>> = {
  search: evaluateSearch,
  scale: evaluateScale,
};

const options = readArguments();
const evaluate = evaluations[options?.what ?? ''];
if (options === undefined || evaluate === undefined) {
  process.stderr.write(usage);
  process.exitCode = MISUSED;
} else {
  const report = await evaluate(options);
  if (report === undefined) process.exitCode = UNAVAILABLE;
  process.stdout.write(`${report ?? withoutProducts}\n`);
}

interface Options {
  what: string;
  postgres: boolean;
  verbose: boolean;
  products: number;
}

function readArguments(): Options | undefined {
  const options = {
    postgres: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    products: { type: 'string', default: '1000000' },
  } as const;
  try {
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    const products = Number(values.products);
    if (!Number.isInteger(products) || products < 1) return undefined;
    return { ...values, products, what: positionals.join(' ') };
  } catch {
    return undefined;
  }
}
