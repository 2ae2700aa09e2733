/** Compares search engines on the same products and the same judged queries: quality and speed. */
import { Bench } from 'tinybench';
import type { FeedProduct } from './feed.ts';
import type { JudgedQuery } from './judgements.ts';
import { meanOf, type Quality, qualityOf } from './metrics.ts';

const WARM_UP_ROUNDS = 2;
const TIMED_ROUNDS = 5;
const METRICS: readonly [name: string, keyof Quality][] = [
  ['nDCG@10', 'ndcg'],
  ['MRR', 'reciprocalRank'],
  ['recall', 'recall'],
  ['answered', 'answered'],
];

export interface Engine {
  /** @returns the indexes of at most 100 products in the feed, best first */
  search(text: string): Promise<number[]> | number[];
  /** Clears caches, so that a repeated query takes as long as a new one. */
  clearCaches?(): Promise<void>;
  close?(): Promise<void>;
}

/** Indexes the products. */
export type OpenEngine = (products: readonly FeedProduct[]) => Promise<Engine> | Engine;

export interface JudgedSet {
  products: readonly FeedProduct[];
  queries: readonly JudgedQuery[];
}

/** The result of one engine. */
export interface Result {
  /** The found products of each query, best first. */
  found: readonly number[][];
  qualities: readonly Quality[];
  /** The latency of a query in milliseconds. */
  latency: { p50: number; p99: number };
  indexedInMs: number;
}

export async function measure(open: OpenEngine, { products, queries }: JudgedSet): Promise<Result> {
  const startedAt = performance.now();
  const engine = await open(products);
  const indexedInMs = performance.now() - startedAt;
  const found: number[][] = [];
  for (const { text } of queries) found.push(await engine.search(text));
  const qualities = queries.map(({ grades }, index) => qualityOf(found[index] ?? [], grades));
  const latency = await timeQueries(engine, queries);
  await engine.close?.();
  return { found, qualities, latency, indexedInMs };
}

/** @returns a line for each metric of each class of queries, with a column for each engine */
export function tabulate(
  queries: readonly JudgedQuery[],
  results: Readonly<Record<string, Result>>,
): string[][] {
  const line = (group: string, metric: string, cell: (result: Result) => string) => {
    return [group, metric, ...Object.values(results).map(cell)];
  };
  const means = (group: string, metrics: typeof METRICS, isCounted: (kind: string) => boolean) =>
    metrics.map(([name, metric], index) => {
      const counted = [...queries.keys()].filter((query) => isCounted(queries[query]?.kind ?? ''));
      return line(index === 0 ? `${group} (${counted.length})` : '', name, ({ qualities }) =>
        meanOf(counted.map((query) => qualities[query]?.[metric] ?? 0)).toFixed(3),
      );
    });
  const isSense = (kind: string) => kind !== 'nonsense';
  const kinds = [...new Set(queries.map(({ kind }) => kind))].filter(isSense);
  return [
    ['queries', '', ...Object.keys(results)],
    ...kinds.flatMap((kind) => means(kind, METRICS.slice(0, 2), (other) => other === kind)),
    ...means('all of these', METRICS, isSense),
    ...means('nonsense', [['without results', 'answered']], (kind) => !isSense(kind)),
    line('time of a query', 'median', ({ latency }) => `${latency.p50.toFixed(2)} ms`),
    line('', '99th percentile', ({ latency }) => `${latency.p99.toFixed(2)} ms`),
    line('time to index', '', ({ indexedInMs }) => `${(indexedInMs / 1_000).toFixed(1)} s`),
  ];
}

/** Describes the queries with the lowest nDCG: their first results with grades, and the best products not found. */
export function describeWorst(
  { products, queries }: JudgedSet,
  { found, qualities }: Result,
  count: number,
): string {
  const ndcgOf = (index: number) => qualities[index]?.ndcg ?? 0;
  const worst = [...queries.keys()].sort((one, other) => ndcgOf(one) - ndcgOf(other));
  const lines = worst.slice(0, count).map((index) => {
    const { kind, text, grades } = queries[index] as JudgedQuery; // the index of a query
    const first = (found[index] ?? []).slice(0, 10);
    const missed = [...grades].filter(([product]) => !first.includes(product));
    const best = missed.sort(([, one], [, other]) => other - one).slice(0, 3);
    const name = (product: number, grade: number) =>
      `    ${grade}  ${products[product]?.name} (${products[product]?.categories.at(-1)})`;
    return [
      `${ndcgOf(index).toFixed(2)} ${kind}: ${text}`,
      ...first.slice(0, 5).map((product) => name(product, grades.get(product) ?? 0)),
      ...(best.length === 0 ? [] : ['  not among the first ten:']),
      ...best.map(([product, grade]) => name(product, grade)),
    ].join('\n');
  });
  return lines.join('\n');
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
