/** Compares the shop's search with other engines on the same judged queries: quality and speed. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type FeedProduct,
  generateCatalogue,
  types,
} from '../../server/testing/generated-catalogue.ts';
import type { EngineName } from '../database.ts';
import { markdownTable } from '../table.ts';
import { type Engine, type OpenEngine, openQKart, rivals } from './engines.ts';
import { type JudgedQuery, judge } from './judgements.ts';
import { meanOf, type Quality, qualityOf, quantileOf } from './metrics.ts';
import { readShops } from './shops.ts';

const WARM_UP_ROUNDS = 2;
const TIMED_ROUNDS = 5;
const METRICS: readonly [name: string, keyof Quality][] = [
  ['nDCG@10', 'ndcg'],
  ['MRR', 'reciprocalRank'],
  ['recall', 'recall'],
  ['answered', 'answered'],
];

const FIRST_METRICS = METRICS.slice(0, 2);

interface JudgedSet {
  products: readonly FeedProduct[];
  queries: readonly JudgedQuery[];
}

/** The result of one engine. */
interface Result {
  /** The found products of each query, best first. */
  found: readonly number[][];
  qualities: readonly Quality[];
  /** The latency of a query in milliseconds. */
  latency: { p50: number; p99: number };
  indexedInMs: number;
}

/** The products of a real shop, which some machines have beside the repository. */
export const FEED = '../shared/data/electronics.jsonl';
const feedFile = resolve(import.meta.dirname, '../..', FEED);
const OURS = 'QKart';

/** Each is undefined if its products are not here. */
export const sets = {
  Electronics: () => (existsSync(feedFile) ? judgeFile(readFeed(), 'electronics') : undefined),
  'Generated electronics': judgeGenerated,
  'Invented shops': () => judgeFile(readShops('shops'), 'shops'),
  'Long queries': () => judgeFile(readShops('homes'), 'homes'),
  'Long queries, family shop': () => judgeFile(readShops('family'), 'family'),
  'Long queries, electronics': () =>
    existsSync(feedFile) ? judgeFile(readFeed(), 'electronics-long') : undefined,
};

/** The generated catalogue is as large as a real shop, so it shows the speed. Each query is the name of a type. */
function judgeGenerated(): JudgedSet {
  const products = [...generateCatalogue()];
  const lines = types.map(({ type }) => `${type} = name: \\b${type} (for|M)`);
  const nonsense = '[nonsense]\nlawn mower, espresso machine =';
  const text = `[types of products]\n3 A it is meant\n${lines.join('\n')}\n${nonsense}`;
  return { products, queries: judge(products, text) };
}

function readFeed(): FeedProduct[] {
  const lines = readFileSync(feedFile, 'utf8').trim().split('\n');
  // A test of the import checks the shape of each line.
  return lines.map((line) => JSON.parse(line) as FeedProduct);
}

function judgeFile(products: readonly FeedProduct[], name: string): JudgedSet {
  const file = resolve(import.meta.dirname, `${name}-judgements.txt`);
  return { products, queries: judge(products, readFileSync(file, 'utf8')) };
}

/**
 * Yields tables. The other engines do not depend on the database, so they are measured on SQLite only.
 * @param options `worst`: measure only the shop, and describe as many of its worst queries
 */
export async function* evaluateSearch(
  engine: EngineName,
  { worst }: { worst: number },
): AsyncGenerator<string> {
  const isAlone = worst > 0 || engine !== 'sqlite';
  const engines: Record<string, OpenEngine> = {
    [OURS]: openQKart(engine),
    ...(!isAlone && rivals),
  };
  for (const [name, readSet] of Object.entries(sets)) {
    const set = readSet();
    if (set === undefined) {
      yield `\n${name}: skipped, because ${FEED} is not here.`;
      continue;
    }
    const results: Record<string, Result> = {};
    for (const [name, open] of Object.entries(engines)) results[name] = await measure(open, set);
    yield `\n${name}: ${set.queries.length} queries, ${set.products.length} products\n`;
    yield markdownTable(tabulate(set.queries, results));
    if (worst > 0 && results[OURS]) yield describeWorst(set, results[OURS], worst);
  }
}

async function measure(open: OpenEngine, { products, queries }: JudgedSet): Promise<Result> {
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

/** @returns a line for each metric of each class and length of queries, with a column for each engine */
function tabulate(
  queries: readonly JudgedQuery[],
  results: Readonly<Record<string, Result>>,
): string[][] {
  const line = (group: string, metric: string, cell: (result: Result) => string) => {
    return [group, metric, ...Object.values(results).map(cell)];
  };
  const means = (
    group: string,
    metrics: typeof METRICS,
    isCounted: (query: JudgedQuery) => boolean,
  ) => {
    const counted = [...queries.entries()].filter(([, query]) => isCounted(query));
    return metrics.map(([name, metric], row) =>
      line(row === 0 ? `${group} (${counted.length})` : '', name, ({ qualities }) =>
        meanOf(counted.map(([index]) => qualities[index]?.[metric] ?? 0)).toFixed(3),
      ),
    );
  };
  const isSense = ({ kind }: JudgedQuery) => kind !== 'nonsense';
  const wordsOf = ({ text }: JudgedQuery) => text.split(' ').length;
  const sensible = queries.filter(isSense);
  const kinds = [...new Set(sensible.map(({ kind }) => kind))];
  const lengths = [...new Set(sensible.map(wordsOf))].sort((one, other) => one - other);
  return [
    ['queries', '', ...Object.keys(results)],
    ...kinds.flatMap((kind) => means(kind, FIRST_METRICS, (query) => query.kind === kind)),
    ...lengths.flatMap((words) =>
      means(
        words === 1 ? '1 word' : `${words} words`,
        FIRST_METRICS,
        (query) => isSense(query) && wordsOf(query) === words,
      ),
    ),
    ...means('all of these', METRICS, isSense),
    ...means('nonsense', [['without results', 'answered']], (query) => !isSense(query)),
    line('time of a query', 'median', ({ latency }) => `${latency.p50.toFixed(2)} ms`),
    line('', '99th percentile', ({ latency }) => `${latency.p99.toFixed(2)} ms`),
    line('time to index', '', ({ indexedInMs }) => `${(indexedInMs / 1_000).toFixed(1)} s`),
  ];
}

/** Describes the queries with the lowest nDCG: their first results with grades, and the best products not found. */
function describeWorst(
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

/** Times each query several times, one after the other. */
async function timeQueries(engine: Engine, queries: readonly JudgedQuery[]) {
  const times: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + TIMED_ROUNDS; round++) {
    await engine.clearCaches?.();
    for (const { text } of queries) {
      const startedAt = performance.now();
      await engine.search(text);
      if (round >= WARM_UP_ROUNDS) times.push(performance.now() - startedAt);
    }
  }
  return { p50: quantileOf(times, 0.5), p99: quantileOf(times, 0.99) };
}
