/**
 * `npm run evaluate -- search` compares the shop's search with other engines over judged queries.
 * Exit code 2: wrong arguments.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { stopPostgres } from './database.ts';
import {
  describeWorst,
  type JudgedSet,
  measure,
  type OpenEngine,
  type Result,
  tabulate,
} from './search/compare-engines.ts';
import { FEED, feedFile, readFeed } from './search/feed.ts';
import { judgeGraded } from './search/graded-judgements.ts';
import { judge } from './search/judgements.ts';
import { openQKart } from './search/qkart.ts';
import { openFts5, openMiniSearch, openOrama } from './search/rivals.ts';
import { readShops } from './search/shops.ts';
import { markdownTable } from './table.ts';

const usage = `npm run evaluate -- search   quality and speed over judged queries, beside other engines
  --postgres     the shop on PostgreSQL as well
  --only-qkart   the shop alone
  --worst N      the shop's N worst queries of each set
`;
const ours = 'QKart';
const rivals: Record<string, OpenEngine> = {
  MiniSearch: openMiniSearch('OR'),
  'MiniSearch, all words': openMiniSearch('AND'),
  Orama: openOrama('OR'),
  'Orama, all words': openOrama('AND'),
  FTS5: openFts5('OR'),
  'FTS5, all words': openFts5('AND'),
};

const options = readOptions();
if (options === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  await evaluate(options).finally(stopPostgres);
}

function readOptions() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        postgres: { type: 'boolean' },
        'only-qkart': { type: 'boolean' },
        worst: { type: 'string' },
      },
    });
    return positionals.join() === 'search' ? values : undefined;
  } catch {
    return undefined;
  }
}

async function evaluate(options: NonNullable<ReturnType<typeof readOptions>>): Promise<void> {
  const engines: Record<string, OpenEngine> = {
    [ours]: openQKart('sqlite'),
    ...(options.postgres && { 'QKart on PostgreSQL': openQKart('postgres') }),
    ...(!options['only-qkart'] && rivals),
  };
  for (const [name, set] of Object.entries(readSets())) {
    const results: Record<string, Result> = {};
    for (const [engine, open] of Object.entries(engines))
      results[engine] = await measure(open, set);
    const { products, queries } = set;
    print(`${name}: ${queries.length} queries, ${products.length} products\n`);
    print(`${markdownTable(tabulate(queries, results))}\n`);
    const worst = Number(options.worst ?? 0);
    if (worst > 0 && results[ours]) print(`${describeWorst(set, results[ours], worst)}\n`);
  }
}

function readSets(): Record<string, JudgedSet> {
  const shops = readShops();
  const sets: Record<string, JudgedSet> = {
    'Invented shops': { products: shops, queries: judgeGraded(shops) },
  };
  if (!existsSync(feedFile)) {
    process.stderr.write(`The real products are not here: ${FEED}\n`);
    return sets;
  }
  const products = readFeed(feedFile);
  return { Electronics: { products, queries: judge(products) }, ...sets };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
