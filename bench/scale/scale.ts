/** Whether a large shop costs as much as a small one: the same requests at three sizes, in turn. */
import { draw } from '../picture.ts';
import { quantileOf } from '../search/metrics.ts';
import type { Row } from '../speed/report.ts';
import { writeResult } from '../speed/results.ts';
import { type EngineName, engines, stop } from '../speed/stage.ts';
import { type Cost, cpuOf, measuring, operations, reference } from './operations.ts';
import { type Size, type SizedShop, startSizedShop } from './stage.ts';

const SIZES: readonly Size[] = [
  { products: 3_000, carts: 1_000 },
  { products: 100_000, carts: 100_000 },
  { products: 1_000_000, carts: 1_000_000 },
];
const ROUNDS = 5;
/** The largest shop may cost so many times as much as the smallest. */
const RATIO_MAX = 2;

/** What one operation costs, from the smallest shop to the largest. */
interface Scaled {
  name: string;
  /** By size, the smallest first. */
  costs: readonly Cost[];
  /** CPU of the largest by that of the smallest, in the same round: the median, and all of them. */
  ratio: number;
  ratios: readonly number[];
}

export interface ScaleOptions {
  engine?: EngineName | undefined;
  /** Leaves out the sizes with more products, but never the smallest. */
  atMost?: number | undefined;
}

export async function measureScale({ engine, atMost = Infinity }: ScaleOptions): Promise<Row[]> {
  const sizes = SIZES.filter(({ products }, index) => index === 0 || products <= atMost);
  const panels: { name: string; curves: Scaled[] }[] = [];
  for (const each of engine ? [engine] : (['sqlite', 'postgres'] as const)) {
    panels.push({ name: engines[each], curves: await measureOn(each, sizes) });
  }
  const picture = draw({
    title: 'CPU time of a request against the size of the shop',
    measured: 'CPU of server and database, ms a request',
    along: 'products in the shop',
    steps: sizes.map(({ products }) => products.toLocaleString('en')),
    panels: panels.map(({ name, curves }) => ({
      name,
      curves: curves.map(({ name, costs }) => ({ name, values: costs.map(cpuOf) })),
    })),
  });
  await writeResult('scale.svg', picture);
  return panels.flatMap(({ name, curves }) => curves.map((scaled) => rowOf(name, scaled)));
}

async function measureOn(engine: EngineName, sizes: readonly Size[]): Promise<Scaled[]> {
  const shops: SizedShop[] = [];
  try {
    for (const size of sizes) {
      process.stderr.write(`  ${engines[engine]}, ${size.products} products\n`);
      shops.push(await startSizedShop(engine, size));
    }
    return await measureAll(shops);
  } finally {
    for (const { server, database } of shops) {
      await stop(server);
      await database.close();
    }
  }
}

async function measureAll(shops: readonly SizedShop[]): Promise<Scaled[]> {
  const measured = [reference, ...operations].map((operation) => ({
    name: operation.name,
    measures: shops.map((shop) => measuring(shop, operation)),
    rounds: [] as Cost[][],
  }));
  // The first round warms everything up.
  for (let round = 0; round <= ROUNDS; round++) {
    process.stderr.write(`  round ${round} of ${ROUNDS}\n`);
    for (const { measures, rounds } of measured) {
      const costs: Cost[] = [];
      for (const measure of measures) costs.push(await measure());
      if (round > 0) rounds.push(costs);
    }
  }
  return measured.map(({ name, rounds }) => {
    const ratios = rounds.map((costs) => cpuOf(costs.at(-1)) / cpuOf(costs[0]));
    const costs = shops.map((_, size) => medianOf(rounds.map((costs) => costs[size] as Cost)));
    return { name, costs, ratio: quantileOf(ratios, 0.5), ratios };
  });
}

function medianOf(costs: readonly Cost[]): Cost {
  const median = (of: (cost: Cost) => number) => quantileOf(costs.map(of), 0.5);
  return {
    serverMs: median(({ serverMs }) => serverMs),
    databaseMs: median(({ databaseMs }) => databaseMs),
    latencyMs: median(({ latencyMs }) => latencyMs),
  };
}

function rowOf(engine: string, scaled: Scaled): Row {
  const { name, costs, ratio, ratios } = scaled;
  const list = (of: (cost: Cost) => number) => costs.map((cost) => of(cost).toFixed(2)).join(', ');
  const database = costs.some(({ databaseMs }) => databaseMs > 0)
    ? ` + ${list(({ databaseMs }) => databaseMs)}`
    : '';
  return {
    what: `${name}, ${engine}`,
    figure: `${ratio.toFixed(2)} times`,
    target: `at most ${RATIO_MAX}`,
    isReached: ratio <= RATIO_MAX,
    more:
      `${list(({ serverMs }) => serverMs)}${database} ms CPU; ` +
      `${list(({ latencyMs }) => latencyMs)} ms; ` +
      `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
    measured: scaled,
  };
}
