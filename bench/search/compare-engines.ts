/** Compares search engines on the same products and the same judged queries: quality and speed. */
import { Bench } from 'tinybench';
import type { FeedProduct } from './feed.ts';
import { type JudgedQuery, judge, kinds } from './judgements.ts';
import { meanOf, type Quality, qualityOf } from './metrics.ts';

const WARM_UP_ROUNDS = 2;
const TIMED_ROUNDS = 5;
const ALL_METRICS: readonly [name: string, keyof Quality][] = [
  ['recall', 'recall'],
  ['precision at 10', 'precision'],
  ['MRR', 'reciprocalRank'],
];

export interface Engine {
  /** @returns indexes of products in the feed, best first, at most 100 */
  search(text: string): Promise<number[]> | number[];
  /** Clears what earlier queries left in caches, so that a repeated query takes as long as a new one. */
  clearCaches?(): Promise<void>;
  close?(): Promise<void>;
}

/** Indexes the products. */
export type OpenEngine = (products: readonly FeedProduct[]) => Promise<Engine> | Engine;

interface Result {
  /** In the order of the queries. */
  qualities: readonly Quality[];
  /** Milliseconds of a query. */
  latency: { p50: number; p99: number };
  indexedInMs: number;
}

/** @returns a table: a line for each metric, a column for each engine */
export async function compareEngines(
  engines: Readonly<Record<string, OpenEngine>>,
  products: readonly FeedProduct[],
): Promise<string[][]> {
  const queries = judge(products);
  const results: Result[] = [];
  for (const open of Object.values(engines)) results.push(await measure(open, products, queries));
  const line = (group: string, metric: string, cell: (result: Result) => string) => {
    return [group, metric, ...results.map(cell)];
  };
  const means = (
    group: string,
    metrics: typeof ALL_METRICS,
    isCounted: (kind: string) => boolean,
  ) =>
    metrics.map(([name, metric], index) => {
      const counted = [...queries.keys()].filter((query) => isCounted(queries[query]?.kind ?? ''));
      return line(index === 0 ? `${group} (${counted.length})` : '', name, ({ qualities }) =>
        meanOf(counted.map((query) => qualities[query]?.[metric] ?? 0)).toFixed(3),
      );
    });
  return [
    ['queries', '', ...Object.keys(engines)],
    ...kinds.flatMap((kind) => means(kind, ALL_METRICS, (other) => other === kind)),
    ...means('all of these', ALL_METRICS, (kind) => kind !== 'nonsense'),
    ...means('nonsense', [['without results', 'recall']], (kind) => kind === 'nonsense'),
    line('time of a query', 'median', ({ latency }) => `${latency.p50.toFixed(2)} ms`),
    line('', '99th percentile', ({ latency }) => `${latency.p99.toFixed(2)} ms`),
    line('time to index', '', ({ indexedInMs }) => `${(indexedInMs / 1_000).toFixed(1)} s`),
  ];
}

async function measure(
  open: OpenEngine,
  products: readonly FeedProduct[],
  queries: readonly JudgedQuery[],
): Promise<Result> {
  const startedAt = performance.now();
  const engine = await open(products);
  const indexedInMs = performance.now() - startedAt;
  const qualities: Quality[] = [];
  for (const { text, relevant } of queries) {
    qualities.push(qualityOf(await engine.search(text), relevant));
  }
  const latency = await timeQueries(engine, queries);
  await engine.close?.();
  return { qualities, latency, indexedInMs };
}

async function timeQueries(engine: Engine, queries: readonly JudgedQuery[]) {
  const iterations = TIMED_ROUNDS * queries.length;
  const warmupIterations = WARM_UP_ROUNDS * queries.length;
  const bench = new Bench({ iterations, warmupIterations, time: 0, warmupTime: 0 });
  let count = 0;
  bench.add('query', () => engine.search(queries[count++ % queries.length]?.text ?? ''), {
    async: true,
    async beforeEach() {
      if (count % queries.length === 0) await engine.clearCaches?.();
    },
  });
  const [task] = await bench.run();
  if (task?.result.state !== 'completed') throw new Error('An engine could not be timed.');
  return task.result.latency;
}
