/**
 * `npm run bench`: measures the built shop beside bare servers and engines, and prints figures with their targets.
 * Exit code 1: with `--check`, a target was missed; 2: wrong arguments.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureBrowser } from './browser.ts';
import type { Options } from './compare.ts';
import { measureBuild, measureMemory, measureStart } from './lifecycle.ts';
import { measureOrders } from './orders.ts';
import { measureCart, measurePages } from './pages.ts';
import { measureScale } from './scale.ts';
import { measureSearches } from './searches.ts';
import {
  type EngineName,
  engineNames,
  profileInto,
  type Shop,
  stopPostgres,
  withShop,
} from './shop.ts';
import { type Row, tableOfRows } from './table.ts';

type Run = (engine: EngineName, options: Options & { productsMax: number }) => Promise<Row[]>;
type Bench = [Run, ...EngineName[]];

const inShop =
  (measure: (shop: Shop, options: Options) => Promise<Row[]>): Run =>
  (engine, options) =>
    withShop(engine, (shop) => measure(shop, options));

const benches: Record<string, Bench> = {
  pages: [inShop(measurePages), 'sqlite'],
  cart: [inShop(measureCart), 'sqlite', 'postgres'],
  orders: [inShop(measureOrders), 'sqlite', 'postgres'],
  search: [inShop(measureSearches), 'sqlite', 'postgres'],
  start: [measureStart, 'sqlite'],
  memory: [inShop(measureMemory), 'sqlite'],
  browser: [(_engine, options) => measureBrowser(options), 'sqlite'],
  build: [measureBuild, 'sqlite'],
  scale: [measureScale, 'sqlite', 'postgres'],
};
const defaults = Object.keys(benches).filter((name) => name !== 'scale');

const usage = `npm run bench              ${defaults.join(', ')}
npm run bench -- NAME...   only these
npm run bench -- scale     the same requests with 3,000 to 1,000,000 products and carts
  --check          exit code 1 if a target is missed
  --profile        writes a CPU profile of each shop into bench/results, for Chrome's DevTools or VS Code
  --engine NAME    only sqlite, or only postgres
  --products N     scale: without larger catalogues
  --rounds N       of each comparison, 9 if left out; 1 is a quick trial
  --seconds N      of each round, 1 if left out
`;

try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  await stopPostgres();
}

/** @returns whether all is as it should be */
async function run(): Promise<boolean> {
  const { positionals, values } = readArguments();
  const names = positionals.length > 0 ? positionals : defaults;
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  const options = { rounds, seconds, productsMax: Number(values.products) };
  if (values.profile) profileInto(resolve(import.meta.dirname, 'results'));
  const rows: Row[] = [];
  for (const name of names) {
    const [measure, ...engines] = benches[name] as Bench;
    for (const engine of engines.filter((each) => each === (values.engine ?? each))) {
      process.stderr.write(`${name}, ${engineNames[engine]}\n`);
      const more = engines.length > 1 ? `, ${engineNames[engine]}` : '';
      const measured = await measure(engine, options);
      rows.push(...measured.map((row) => ({ ...row, what: row.what + more })));
    }
  }
  process.stdout.write(`${tableOfRows(rows)}\n`);
  return !values.check || rows.every(({ isReached }) => isReached !== false);
}

/** Ends the process where they are wrong. */
function readArguments() {
  try {
    const read = parseArgs({
      options: {
        check: { type: 'boolean' },
        profile: { type: 'boolean' },
        engine: { type: 'string' },
        products: { type: 'string', default: 'Infinity' },
        rounds: { type: 'string', default: '9' },
        seconds: { type: 'string', default: '1' },
      },
      allowPositionals: true,
    });
    const { engine = 'sqlite', products, rounds, seconds } = read.values;
    const areNumbers = [products, rounds, seconds].every((text) => Number(text) >= 1);
    const areKnown = read.positionals.every((name) => Object.hasOwn(benches, name));
    if (areNumbers && areKnown && Object.hasOwn(engineNames, engine)) return read;
  } catch {
    // An unknown option.
  }
  process.stderr.write(usage);
  process.exit(2);
}
