/**
 * `npm run evaluate -- search`: compares the shop's search with other engines over judged queries.
 * Exit code 1: the products aren't there; 2: wrong arguments.
 */
import { existsSync } from 'node:fs';
import { compareEngines, type OpenEngine } from './search/compare-engines.ts';
import { FEED, feedFile, readFeed } from './search/feed.ts';
import { openQKart } from './search/qkart.ts';
import { openFts5, openMiniSearch, openOrama } from './search/rivals.ts';
import { stopPostgres } from './shop.ts';
import { markdownTable } from './table.ts';

const usage = `npm run evaluate -- search   quality and speed over judged queries, beside other engines
  --postgres     the shop on PostgreSQL as well
`;

const [what, option, ...others] = process.argv.slice(2);
if (what !== 'search' || ![undefined, '--postgres'].includes(option) || others.length > 0) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else if (!existsSync(feedFile)) {
  process.stderr.write(`The search is evaluated over ${FEED}, which is not here.\n`);
  process.exitCode = 1;
} else {
  const engines: Record<string, OpenEngine> = {
    QKart: openQKart('sqlite'),
    ...(option && { 'QKart on PostgreSQL': openQKart('postgres') }),
    MiniSearch: openMiniSearch('OR'),
    'MiniSearch, all words': openMiniSearch('AND'),
    Orama: openOrama('OR'),
    'Orama, all words': openOrama('AND'),
    FTS5: openFts5('OR'),
    'FTS5, all words': openFts5('AND'),
  };
  const table = await compareEngines(engines, readFeed(feedFile)).finally(stopPostgres);
  process.stdout.write(`${markdownTable(table)}\n`);
}
