/**
 * `npm run bench` compares the built shop with bare servers and engines, and prints figures with their limits.
 * Exit code 1: with `--check`, a limit was missed; 2: wrong arguments.
 */
import { parseArgs } from 'node:util';
import { measureBrowser } from './browser.ts';
import type { Options } from './compare.ts';
import { measureCpu } from './cpu.ts';
import { type EngineName, engineNames, stopPostgres } from './database.ts';
import { measureOrders } from './orders.ts';
import { measureCart, measurePages } from './pages.ts';
import { measureScale } from './scale.ts';
import { type Shop, withShop } from './shop.ts';
import { measureStart } from './start.ts';
import { type Row, tableOfRows } from './table.ts';

type Run = (engine: EngineName, options: Options & { productsMax: number }) => Promise<Row[]>;
type Bench = [Run, ...EngineName[]];

const inShop =
  (measure: (shop: Shop, options: Options) => Promise<Row[]>): Run =>
  (engine, options) =>
    withShop(engine, (shop) => measure(shop, options));

const benches: Record<string, Bench> = {
  pages: [inShop(measurePages), 'sqlite'],
  cart: [inShop(measureCart), 'sqlite'],
  orders: [inShop(measureOrders), 'sqlite', 'postgres'],
  cpu: [inShop(measureCpu), 'sqlite', 'postgres'],
  start: [measureStart, 'sqlite'],
  browser: [(_engine, options) => measureBrowser(options), 'sqlite'],
  scale: [measureScale, 'sqlite', 'postgres'],
};
const defaults = Object.keys(benches).filter((name) => name !== 'scale');

const usage = `npm run bench              ${defaults.join(', ')}
npm run bench -- NAME...   only these
npm run bench -- scale     the same requests with 3,000 to 1,000,000 products
  --check          exit code 1 if a limit is missed
  --engine NAME    only sqlite, or only postgres
  --products N     scale: without larger catalogues
  --rounds N       of each comparison, 9 if left out; 1 is a quick trial
  --seconds N      of each round, 1 if left out
`;

const command = readArguments();
if (command === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  const rows = await measure(command).finally(stopPostgres);
  process.stdout.write(`${tableOfRows(rows)}\n`);
  if (command.values.check && rows.some(({ isReached }) => !isReached)) process.exitCode = 1;
}

/** @returns undefined if the arguments are invalid */
function readArguments() {
  const text = { type: 'string' } as const;
  const check = { type: 'boolean' } as const;
  try {
    const options = { check, engine: text, products: text, rounds: text, seconds: text };
    const read = parseArgs({ options, allowPositionals: true });
    const { engine = 'sqlite', products = 1, rounds = 1, seconds = 1 } = read.values;
    const areNumbers = [products, rounds, seconds].every((number) => Number(number) >= 1);
    const areKnown = read.positionals.every((name) => Object.hasOwn(benches, name));
    return areNumbers && areKnown && Object.hasOwn(engineNames, engine) ? read : undefined;
  } catch {
    return undefined;
  }
}

type Command = NonNullable<ReturnType<typeof readArguments>>;
async function measure({ positionals, values }: Command): Promise<Row[]> {
  const { engine: onlyOn, products = Infinity, rounds = 9, seconds = 1 } = values;
  const limits = { productsMax: Number(products) };
  const options = { ...limits, rounds: Number(rounds), seconds: Number(seconds) };
  const rows: Row[] = [];
  for (const name of positionals.length > 0 ? positionals : defaults) {
    const [run, ...engines] = benches[name] as Bench;
    for (const engine of engines.filter((each) => each === (onlyOn ?? each))) {
      process.stderr.write(`${name}, ${engineNames[engine]}\n`);
      const suffix = engines.length > 1 ? `, ${engineNames[engine]}` : '';
      const measured = await run(engine, options);
      rows.push(...measured.map((row) => ({ ...row, what: row.what + suffix })));
    }
  }
  return rows;
}
