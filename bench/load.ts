/** Creates load, and measures the server meanwhile. */
import autocannon, { type Options, type Result } from 'autocannon';
import { cpuMs } from '../scripts/process-figures.ts';
import type { Server } from './processes.ts';

export interface Call {
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

export interface Target {
  server: Server;
  /** The process of the database, whose CPU time is counted separately. */
  postgresPid?: number | undefined;
}

export interface Throughput {
  perSecond: number;
  /** The CPU time of the server per successful request, in milliseconds. */
  cpuMs: number;
  /** The same of the database's process; 0 if there is none. */
  databaseCpuMs: number;
  /** The share of requests without a successful response. */
  failed: number;
}

interface Sent {
  requests: number;
  /** The number of requests without a successful response. */
  errors: number;
  seconds: number;
}

interface Load {
  connections: number;
  /** The duration. Without it, autocannon sends each call once. */
  seconds?: number;
}

/**
 * Runs a closed loop: each connection sends the next call after the reply to the previous one, and repeats the calls.
 * A busy shop sheds some requests: figures count only successful ones.
 * @throws Error if all requests fail
 */
export async function saturate(
  { server, postgresPid }: Target,
  calls: readonly Call[],
  load: Load,
): Promise<Throughput> {
  const read = () => [server.pid, postgresPid].map((pid) => (pid ? cpuMs(pid) : 0));
  const before = read();
  const { requests, errors, seconds } = await runAutocannon(server, calls, load);
  const [own = 0, database = 0] = read().map((ms, index) => ms - (before[index] ?? 0));
  const good = requests - errors;
  if (good === 0) throw new Error(`All of ${requests} requests failed.`);
  return {
    perSecond: good / seconds,
    cpuMs: own / good,
    databaseCpuMs: database / good,
    failed: errors / requests,
  };
}

async function runAutocannon(
  { port }: Server,
  calls: readonly Call[],
  { seconds, connections }: Load,
): Promise<Sent> {
  let connection = 0;
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const startedAt = performance.now();
  // autocannon stops only after whole seconds, so record the time of the last reply.
  let answeredAt = startedAt;
  const setupClient: Options['setupClient'] = (client) => {
    const first = connection++;
    const own = calls.filter((_, index) => index % connections === first);
    client.setRequests(own.length > 0 ? own : [...calls]);
  };
  const extent = seconds === undefined ? { amount: calls.length } : { duration: seconds };
  const options = { connections, ...extent, url: `http://127.0.0.1:${port}`, setupClient };
  autocannon(options, (error, result) => (error ? reject(error) : resolve(result))).on(
    'response',
    () => {
      answeredAt = performance.now();
    },
  );
  const { requests, errors, non2xx, statusCodeStats = {} } = await promise;
  const unmodified = statusCodeStats['304']?.count ?? 0;
  const took = (answeredAt - startedAt) / 1_000;
  return { requests: requests.total, errors: errors + non2xx - unmodified, seconds: took };
}
