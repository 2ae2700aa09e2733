/**
 * Measures how good the shop is at something: `npm run evaluate -- NAME`, and the options below.
 * Exit code 1: what it needs isn't here; 2: the words make no command.
 */
import { parseArgs } from 'node:util';
import { evaluateCatalogue } from './catalogue/catalogue.ts';
import { evaluateScale } from './search/scale.ts';
import { evaluateSearch, withoutProducts } from './search/search.ts';

const usage = `npm run evaluate -- search   recall, precision, MRR and time, compared with two libraries
  --postgres     the shop on PostgreSQL as well
  --verbose      lists the queries that others answer better

npm run evaluate -- scale    time and memory of the search with many products
  --postgres     on PostgreSQL instead of SQLite
  --products N   how many; 1000000 where nothing is said

npm run evaluate -- catalogue   time and memory of importing, updating and exporting many products
  --postgres     on PostgreSQL instead of SQLite
  --products N   how many, more than 40000; 1000000 where nothing is said
`;
const UNAVAILABLE = 1;
const MISUSED = 2;

/** Fewer are imported in a moment, and can't be killed half-way. */
const IMPORTED_MIN = 40_000;

interface Options {
  what: string;
  postgres: boolean;
  verbose: boolean;
  products: number;
}

const evaluations: Record<string, (options: Options) => Promise<string | undefined>> = {
  search: evaluateSearch,
  scale: evaluateScale,
  catalogue: ({ products, postgres }) => evaluateCatalogue(products, postgres),
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

function readArguments(): Options | undefined {
  const options = {
    postgres: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    products: { type: 'string', default: '1000000' },
  } as const;
  try {
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    const products = Number(values.products);
    const what = positionals.join(' ');
    const productsMin = what === 'catalogue' ? IMPORTED_MIN + 1 : 1;
    if (!Number.isInteger(products) || products < productsMin) return undefined;
    return { ...values, products, what };
  } catch {
    return undefined;
  }
}
