/**
 * Compares the shop with bare servers, by the CPU time of the processes: it is less noisy than a rate, and does not
 * depend on the speed of the client. Rounds alternate, so that a slower machine slows down all of them.
 */
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

interface Comparison {
  what: string;
  /** Prepares the calls of a round. */
  calls(): Promise<readonly Call[]>;
  /** Whether the shop gets each call only once. */
  isOnce?: boolean;
  /** The CPU time that the shop may take, as a multiple of each server's. */
  limits: readonly (readonly ['node:http' | 'Fastify', number])[];
}

/**
 * The bare servers send the shop's response to the first call, including its headers.
 * @returns a row for each of them
 */
export async function compareWithBare(
  shop: Target,
  { what, calls, isOnce = false, limits }: Comparison,
  { rounds, seconds }: Options,
): Promise<Row[]> {
  const file = join(temporaryFolder(), 'response.json');
  const [first = { path: '/' }, ...others] = await calls();
  writeFileSync(file, JSON.stringify(await responseTo(shop, first)));
  const load = { connections: 32, seconds };
  const bare = limits.map(async ([name, limit]) => {
    const script = resolve(import.meta.dirname, 'bare-server.ts');
    const server = await startServer([script, name, file]);
    return { name: `bare ${name}`, limit, server, rounds: [] as Throughput[] };
  });
  const references = await Promise.all(bare);
  const own: Throughput[] = [];
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const { server, rounds } of references) {
        rounds.push(await saturate({ server }, [first, ...others], load));
      }
      own.push(await saturate(shop, await calls(), isOnce ? { connections: 32 } : load));
    }
  } finally {
    for (const { server } of references) await server.stop();
  }
  return references.map(({ name, limit, rounds }) => {
    const ratios = own.map(({ cpuMs }, round) => cpuMs / (rounds[round]?.cpuMs ?? 0));
    // The first round warms up.
    const counted = ratios.slice(1);
    const range = `${Math.min(...counted).toFixed(1)} to ${Math.max(...counted).toFixed(1)}`;
    const more = `${range}; ${describe(own)}; ${name}: ${describe(rounds)}`;
    return rowOf(what, medianOf(counted), ['at most', limit], `times the CPU of ${name}`, more);
  });
}

function describe([, ...rounds]: readonly Throughput[]): string {
  const of = (name: keyof Throughput) => medianOf(rounds.map((each) => each[name]));
  const database = of('databaseCpuMs') > 0 ? ` + ${of('databaseCpuMs').toFixed(3)} database` : '';
  const failed = of('failed') > 0 ? `, ${Math.round(100 * of('failed'))} % failed` : '';
  return `${Math.round(of('perSecond'))}/s, ${of('cpuMs').toFixed(3)}${database} ms CPU${failed}`;
}

/** Node adds these headers to every response. */
const addedByNode = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'];

/** Returns a response with its body as sent, compressed or not. */
export async function responseTo(
  { server: { port } }: Target,
  { method = 'GET', path, headers = {}, body: sentBody = '' }: Call,
) {
  const sent = request({ host: '127.0.0.1', port, method, path, headers }).end(sentBody);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const kept = Object.entries(response.headers).filter(([name]) => !addedByNode.includes(name));
  const body = (await buffer(response)).toString('base64');
  const texts = kept.map(([name, value]) => [name, String(value)] as const);
  const status = response.statusCode ?? 0;
  return { status, headers: Object.fromEntries(texts), body } satisfies BareResponse;
}
