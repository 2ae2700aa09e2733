/** Load from this process: as much as some connections carry, or so many requests a second. */
import autocannon, { type Client, type Options, type Result } from 'autocannon';
import { cpuMs } from '../../drill/proc.ts';
import { quantileOf } from '../search/metrics.ts';
import { bytesOf, Connections } from './connections.ts';
import type { Shop } from './stage.ts';

export interface Call {
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

/** What is asked, and who answers. */
export interface Target {
  /** Its CPU time is counted, and its database's. */
  server: Shop;
  /** Always the same, or the next one of many. */
  call: Call | (() => Call);
  /** Every answer has to have one of them. */
  statuses: readonly number[];
}

/** One after the other, and from the beginning again. @param values at least one */
export function inTurn<T>(values: readonly T[]): () => T {
  let taken = 0;
  return () => values[taken++ % values.length] as T;
}

/** For how long, or how many requests. */
export type Extent = { seconds: number } | { requests: number };

export interface Throughput {
  perSecond: number;
  /** Milliseconds of CPU that the server took, for each request. */
  cpuMs: number;
  /** The same of the database; 0 where that isn't another process, or not one that was started here. */
  databaseCpuMs: number;
}

/** Of whoever is turned away: on a machine that others use too, 32 at once can be too many. */
const OVERLOADED = 503;
/** Different requests of one measurement, where it isn't said how many there are. */
export const PREPARED = 20_000;

/**
 * Closed loop: every connection asks again as soon as it is answered. Who was turned away doesn't count.
 * @throws Error where an answer has another status, or doesn't come
 */
export async function saturate(
  { server, call, statuses }: Target,
  connections: number,
  extent: Extent,
): Promise<Throughput> {
  const options: Options = {
    url: `http://127.0.0.1:${server.port}`,
    connections,
    ...('requests' in extent ? { amount: extent.requests } : { duration: extent.seconds }),
    ...(typeof call === 'function'
      ? {
          setupClient: dealer(call, connections, 'requests' in extent ? extent.requests : PREPARED),
        }
      : { requests: [call] }),
  };
  const cpu = countCpu(server);
  const { startedAt, answeredAt, result } = await load(options);
  const { requests, errors, statusCodeStats = {} } = result;
  const seconds = (answeredAt - startedAt) / 1_000;
  const others = Object.keys(statusCodeStats).filter(
    (status) => Number(status) !== OVERLOADED && !statuses.includes(Number(status)),
  );
  if (others.length > 0) throw new Error(`Answers had status ${others}, not ${statuses}`);
  if (errors > 0) throw new Error(`${errors} requests had no answer`);
  const answered = requests.total - (statusCodeStats[`${OVERLOADED}`]?.count ?? 0);
  return { perSecond: answered / seconds, ...cpu(answered) };
}

/** Of a server and its database, from now on. @returns what each of so many requests took */
export function countCpu({
  process,
  databasePid,
}: Shop): (requests: number) => Omit<Throughput, 'perSecond'> {
  const server = countCpuOf(process.pid);
  const database = countCpuOf(databasePid);
  return (requests) => ({ cpuMs: server() / requests, databaseCpuMs: database() / requests });
}

/** Of one process, from now on: milliseconds; 0 of none. */
export function countCpuOf(pid: number | undefined): () => number {
  if (pid === undefined) return () => 0;
  const before = cpuMs(pid);
  return () => cpuMs(pid) - before;
}

/**
 * Deals requests out to connections, as bytes made beforehand: made when they are due, they would keep a
 * client so busy that a server that is faster than that can't show it.
 */
function dealer(next: () => Call, connections: number, count: number): (client: Client) => void {
  const hands: Call[][] = Array.from({ length: connections }, () => []);
  for (let dealt = 0; dealt < count; dealt++) hands[dealt % connections]?.push(next());
  return (client) => client.setRequests(hands.shift() ?? []);
}

interface Loaded {
  startedAt: number;
  /** Autocannon ends with a whole second only. */
  answeredAt: number;
  result: Result;
}

function load(options: Options): Promise<Loaded> {
  return new Promise((resolve, reject) => {
    let startedAt = 0;
    let answeredAt = 0;
    const instance = autocannon(options, (error, result) => {
      if (error) reject(error);
      else resolve({ startedAt, answeredAt, result });
    });
    instance.on('start', () => {
      startedAt = performance.now();
    });
    instance.on('response', () => {
      answeredAt = performance.now();
    });
  });
}

/**
 * One request after the other, on one connection.
 * @returns the milliseconds that one of them took, at the median
 * @throws Error where an answer has another status, or doesn't come
 */
export async function askOneByOne(target: Target, requests: number): Promise<number> {
  const latencies: number[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const connections = new Connections(target.server.port, 1, reject);
  const next = inTurn(requestsOf(target, requests));
  const askNext = (): void => {
    const startedAt = performance.now();
    connections.ask(next(), (status) => {
      latencies.push(performance.now() - startedAt);
      if (!isExpected(target, status)) reject(unexpected(target, status));
      else if (latencies.length === requests) resolve();
      else askNext();
    });
  };
  askNext();
  await promise.finally(() => connections.close());
  return quantileOf(latencies, 0.5);
}

/** Milliseconds from when a request was due to its answer. */
export interface Latency {
  median: number;
  p99: number;
  longest: number;
  /** How many had an answer and weren't turned away, the first ones included. */
  answered: number;
}

const CONNECTIONS_MAX = 64;
/** Asked, and not looked at: connections are made meanwhile, by a server that did nothing before. */
const LEAD_IN_SECONDS = 1;

/**
 * Open loop: requests are due at a steady rate, answered or not, and one that has to wait for its turn
 * has waited. Who was turned away waits for ever.
 * @throws Error where an answer has another status, or doesn't come
 */
export async function keepUp(target: Target, rate: number, seconds: number): Promise<Latency> {
  const leadIn = Math.ceil(rate * LEAD_IN_SECONDS);
  const all = leadIn + Math.ceil(rate * seconds);
  const next = inTurn(requestsOf(target, all));
  const latencies = new Float64Array(all);
  let [asked, told] = [0, 0];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const connections = new Connections(target.server.port, CONNECTIONS_MAX, reject);
  const startedAt = performance.now();
  const askOne = (index: number): void => {
    connections.ask(next(), (status) => {
      const dueAt = startedAt + (index / rate) * 1_000;
      latencies[index] =
        status === OVERLOADED ? Number.POSITIVE_INFINITY : performance.now() - dueAt;
      told++;
      if (status !== OVERLOADED && !isExpected(target, status)) reject(unexpected(target, status));
      else if (told === all) resolve();
    });
  };
  const askWhatIsDue = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1_000) * rate;
    while (asked < Math.min(due, all)) askOne(asked++);
  }, 1);
  await promise.finally(() => {
    clearInterval(askWhatIsDue);
    connections.close();
  });
  const measured = [...latencies.subarray(leadIn)];
  return {
    median: quantileOf(measured, 0.5),
    p99: quantileOf(measured, 0.99),
    longest: quantileOf(measured, 1),
    answered: latencies.filter(Number.isFinite).length,
  };
}

/** Made beforehand, for the reason that `dealer` has: so many, or the one that is always asked. */
export function requestsOf({ call }: Pick<Target, 'call'>, count: number): Buffer[] {
  if (typeof call !== 'function') return [bytesOf(call)];
  return Array.from({ length: count }, () => bytesOf(call()));
}

function isExpected({ statuses }: Target, status: number): boolean {
  return statuses.includes(status);
}

function unexpected({ statuses }: Target, status: number): Error {
  return new Error(`An answer had status ${status}, not ${statuses}`);
}
