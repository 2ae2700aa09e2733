/** Compares the shop with references in alternating rounds, so that a slower machine slows down all of them. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { temporaryFolder } from '../scripts/children.ts';
import type { BareResponse } from './bare-server.ts';
import { type Call, saturate, type Target, type Throughput } from './load.ts';
import { startServer } from './processes.ts';
import { medianOf } from './search/metrics.ts';
import { type Row, rowOf } from './table.ts';

export interface Options {
  /** The number of rounds of each comparison. The median counts. */
  rounds: number;
  /** The duration of each round. */
  seconds: number;
}

interface Reference {
  name: string;
  /** The minimum ratio of the shop's rate to the reference's. */
  floor: number;
  measure(): Promise<Throughput>;
}

/**
 * Measures the median of the ratios of all rounds. A first round warms up all of them, and does not count.
 * @returns a row for each reference
 */
export async function compare(
  what: string,
  rounds: number,
  measure: () => Promise<Throughput>,
  references: readonly Reference[],
): Promise<Row[]> {
  const own: Throughput[] = [];
  const compared = references.map((reference) => ({ ...reference, others: [] as Throughput[] }));
  for (let round = 0; round <= rounds; round++) {
    for (const reference of compared) reference.others.push(await reference.measure());
    own.push(await measure());
  }
  return compared.map(({ name, floor, others }) => {
    const ratios = own
      .map((each, round) => each.perSecond / (others[round]?.perSecond ?? 0))
      .slice(1);
    const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
    const more = `${range}; ${describe(own)}; ${name}: ${describe(others)}`;
    return rowOf(what, medianOf(ratios), ['at least', floor], `of ${name}`, more);
  });
}

function describe([, ...rounds]: readonly Throughput[]): string {
  const of = (name: keyof Throughput) => medianOf(rounds.map((each) => each[name]));
  const database = of('databaseCpuMs') > 0 ? ` + ${of('databaseCpuMs').toFixed(3)} database` : '';
  return `${Math.round(of('perSecond'))}/s, ${of('cpuMs').toFixed(3)}${database} ms CPU`;
}

const bareServers = { 'bare node:http': 'bare-server.ts', 'bare Fastify': 'bare-fastify.ts' };
type BareName = keyof typeof bareServers;

/** Compares the shop with bare servers that send the shop's response to the first call, including its headers. */
export async function compareWithBare(
  shop: Target,
  what: string,
  calls: readonly [Call, ...Call[]],
  floors: readonly (readonly [BareName, number])[],
  { rounds, seconds }: Options,
): Promise<Row[]> {
  const file = join(temporaryFolder(), 'response.json');
  writeFileSync(file, JSON.stringify(await responseTo(shop, calls[0])));
  const measure = (target: Target) => saturate(target, calls, { connections: 32, seconds });
  const bare = await Promise.all(
    floors.map(async ([name, floor]) => {
      const server = await startServer([resolve(import.meta.dirname, bareServers[name]), file]);
      return { name, floor, measure: () => measure({ server }), stop: server.stop };
    }),
  );
  try {
    return await compare(what, rounds, () => measure(shop), bare);
  } finally {
    for (const { stop } of bare) await stop();
  }
}

/** Node adds these headers to every response. */
const addedByNode = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'];

/** Returns a response with its body as sent, compressed or not. */
export async function responseTo({ server: { port } }: Target, { path, headers = {} }: Call) {
  const sent = request({ host: '127.0.0.1', port, path, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const kept = Object.entries(response.headers).filter(([name]) => !addedByNode.includes(name));
  const body = (await buffer(response)).toString('base64');
  const texts = kept.map(([name, value]) => [name, String(value)] as const);
  const status = response.statusCode ?? 0;
  return { status, headers: Object.fromEntries(texts), body } satisfies BareResponse;
}
