/** Compares the shop with a reference in alternating rounds, so that a slower machine slows down both. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { temporaryFolder } from '../scripts/children.ts';
import type { BareResponse } from './bare-server.ts';
import { type Call, saturate, type Target, type Throughput } from './load.ts';
import { type Server, startServer } from './processes.ts';
import { medianOf } from './search/metrics.ts';
import type { Row } from './table.ts';

export interface Options {
  /** The number of rounds of each comparison. The median counts. */
  rounds: number;
  /** The duration of each round. */
  seconds: number;
}

interface Comparison {
  what: string;
  /** The minimum ratio; undefined if there is no target. */
  target?: number | undefined;
  reference: string;
  rounds: number;
  measure(): Promise<Throughput>;
  measureReference(): Promise<Throughput>;
}

/** Returns the median of the ratios of all rounds. A first round warms up both, and does not count. */
export async function compare({ what, target, reference, rounds, ...of }: Comparison) {
  const [own, others]: [Throughput[], Throughput[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    others.push(await of.measureReference());
    own.push(await of.measure());
  }
  const ratios = own
    .map((each, round) => each.perSecond / (others[round]?.perSecond ?? 0))
    .slice(1);
  const ratio = medianOf(ratios);
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  const row: Row = {
    what,
    figure: `${ratio.toFixed(2)} of ${reference}`,
    ...(target !== undefined && { target: `at least ${target}`, isReached: ratio >= target }),
    more: `${range}; ${describe(own)}; ${reference}: ${describe(others)}`,
  };
  return { row, perSecond: medianOf(own.map(({ perSecond }) => perSecond)) };
}

function describe([, ...rounds]: readonly Throughput[]): string {
  const of = (name: keyof Throughput) => medianOf(rounds.map((each) => each[name]));
  const database = of('databaseCpuMs') > 0 ? ` + ${of('databaseCpuMs').toFixed(3)} database` : '';
  return `${Math.round(of('perSecond'))}/s, ${of('cpuMs').toFixed(3)}${database} ms CPU`;
}

/** Compares the shop with a bare node:http server that sends the shop's response to the first call. */
export async function compareWithBare(
  shop: Target,
  what: string,
  calls: readonly [Call, ...Call[]],
  target: number | undefined,
  { rounds, seconds }: Options,
) {
  const file = join(temporaryFolder(), 'response.json');
  writeFileSync(file, JSON.stringify(await responseTo(shop.server, calls[0])));
  const server = await startServer([resolve(import.meta.dirname, 'bare-server.ts'), file]);
  const load = { connections: 32, seconds };
  const compared = await compare({
    ...{ what, target, reference: 'bare node:http', rounds },
    measure: () => saturate(shop, calls, load),
    measureReference: () => saturate({ server }, calls, load),
  });
  await server.stop();
  return compared;
}

/** Returns a response with its body as sent, compressed or not, and with the headers that describe the body. */
export async function responseTo({ port }: Pick<Server, 'port'>, { path, headers = {} }: Call) {
  const sent = request({ host: '127.0.0.1', port, path, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const kept = ['content-type', 'content-encoding', 'etag'].flatMap((name) => {
    const value = response.headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const body = (await buffer(response)).toString('base64');
  const status = response.statusCode ?? 0;
  return { status, headers: Object.fromEntries(kept), body } satisfies BareResponse;
}
