/** Compares the shop with a reference in alternating rounds, since a machine that slows down slows down both. */
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
  /** Of each comparison; the median counts. */
  rounds: number;
  /** Of each round. */
  seconds: number;
}

interface Comparison {
  what: string;
  /** The lowest ratio that is good enough, where there is a target. */
  target?: number | undefined;
  reference: string;
  rounds: number;
  measure(): Promise<Throughput>;
  measureReference(): Promise<Throughput>;
}

/** The figure is the median of the ratios of all rounds. A first round warms up both and doesn't count. */
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

/** Beside a bare node:http server that sends what the shop sends in response to the first of the calls. */
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

/** The body is as it was sent, compressed or not; of the headers, those that describe it. */
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
