/**
 * `npm run bench` compares the built shop with bare servers, and prints each figure with its limit as soon as it is
 * measured. Exit code 1: a step failed or, with `--check`, a limit was missed; 2: wrong arguments.
 */
import { parseArgs } from 'node:util';
import type { Options } from './compare.ts';
import { measureCpu } from './cpu.ts';
import { type EngineName, engineNames, stopPostgres } from './database.ts';
import { measureImports } from './imports.ts';
import { measureIndexing } from './indexing.ts';
import { measureInteractions } from './interactions.ts';
import { measureLoading, measureScores } from './lighthouse.ts';
import { measureOverload } from './overload.ts';
import { measureCart, measureOrders, measurePages } from './requests.ts';
import { measureScale } from './scale.ts';
import { type Shop, withShop } from './shop.ts';
import { measureStart } from './start.ts';
import { formatRow, type Row, tableHead } from './table.ts';

interface Command extends Options {
  names: readonly string[];
  /** `both`, or one of the engines. */
  engine: string;
  /** Whether a missed limit is a failure. */
  check: boolean;
  /** The largest catalogue of `scale`, and that of `indexing`. */
  products: number;
}

/** Yields rows, or a text to print. */
type Run = (engine: EngineName, options: Command) => AsyncIterable<Row | string>;

const inShop =
  (measure: (shop: Shop, options: Options) => AsyncIterable<Row>): Run =>
  (engine, options) =>
    withShop(engine, (shop) => measure(shop, options));

const steps: Record<string, [Run, ...EngineName[]]> = {
  pages: [inShop(measurePages), 'sqlite'],
  cart: [inShop(measureCart), 'sqlite'],
  orders: [inShop(measureOrders), 'sqlite', 'postgres'],
  cpu: [inShop(measureCpu), 'sqlite', 'postgres'],
  start: [measureStart, 'sqlite'],
  loading: [(_engine, options) => measureLoading(options), 'sqlite'],
  interactions: [(_engine, options) => measureInteractions(options), 'sqlite'],
  lighthouse: [(_engine, options) => measureScores(options), 'sqlite'],
  overload: [inShop(measureOverload), 'sqlite', 'postgres'],
  scale: [measureScale, 'sqlite', 'postgres'],
  indexing: [measureIndexing, 'sqlite', 'postgres'],
  imports: [measureImports, 'sqlite', 'postgres'],
};
const others = ['lighthouse', 'scale', 'indexing', 'overload', 'imports'];
const defaults = Object.keys(steps).filter((name) => !others.includes(name));

const usage = `npm run bench              ${defaults.join(', ')}
npm run bench -- NAME...   only these
npm run bench -- lighthouse  Lighthouse's scores of the pages
npm run bench -- scale     the same requests with 3,000 to 1,000,000 products
npm run bench -- indexing  the longest waits of requests while 120,000 products or their changes are indexed
npm run bench -- imports   the longest waits of shoppers beside an import of 20,000 products
npm run bench -- overload  up to ten times the load that the shop can answer
  --check          exit code 1 if a limit is missed
  --engine NAME    only sqlite, or only postgres
  --products N     scale: without larger catalogues; indexing: N products
  --rounds N       of each comparison, 9 if left out; 1 is a quick trial
  --seconds N      of each round, 1 if left out
`;

const command = readArguments();
if (command === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  print(tableHead);
  for (const name of command.names) await runStep(name, command);
  await stopPostgres();
}

/** @returns undefined if the arguments are invalid */
function readArguments(): Command | undefined {
  const text = (value: string) => ({ type: 'string', default: value }) as const;
  try {
    const { values, positionals } = parseArgs({
      options: {
        check: { type: 'boolean', default: false },
        engine: text('both'),
        products: text('Infinity'),
        rounds: text('9'),
        seconds: text('1'),
      },
      allowPositionals: true,
    });
    const { check, engine } = values;
    const numbers = {
      products: Number(values.products),
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
    };
    const areNumbers = Object.values(numbers).every((number) => number >= 0);
    const areKnown = positionals.every((name) => Object.hasOwn(steps, name));
    const isEngine = engine === 'both' || Object.hasOwn(engineNames, engine);
    if (!areNumbers || !areKnown || !isEngine) return undefined;
    return { check, engine, ...numbers, names: positionals.length > 0 ? positionals : defaults };
  } catch {
    return undefined;
  }
}

/** A step that fails does not stop the others. */
async function runStep(name: string, command: Command): Promise<void> {
  // The name is one of the steps.
  const [run, ...engines] = steps[name] as [Run, ...EngineName[]];
  for (const engine of engines.filter((each) => [each, 'both'].includes(command.engine))) {
    const suffix = engines.length > 1 ? `, ${engineNames[engine]}` : '';
    try {
      for await (const result of run(engine, command)) {
        if (typeof result === 'string') print(result);
        else print(formatRow({ ...result, what: result.what + suffix }));
        if (command.check && typeof result !== 'string' && !result.isReached) process.exitCode = 1;
      }
    } catch (error) {
      process.exitCode = 1;
      print(`${name}${suffix} FAILED: ${error instanceof Error ? error.message : error}`);
    }
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
