/** Load on a server: by wrk where it is installed, otherwise by autocannon; constant rates by autocannon. */
import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon, { type Options, type Result } from 'autocannon';
import { cpuMs, type Server, temporaryFolder } from './processes.ts';

export interface Call {
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

export interface Target {
  server: Pick<Server, 'port' | 'pid'>;
  /** The process of its database, whose CPU time is counted separately. */
  postgresPid?: number | undefined;
}

export interface Throughput {
  perSecond: number;
  /** CPU time of the server for each request, in milliseconds. */
  cpuMs: number;
  /** The same of the database's process; 0 where there is none. */
  databaseCpuMs: number;
}

interface Sent {
  requests: number;
  /** Of those, the ones without a good response. */
  errors: number;
  seconds: number;
}

/** Overload on a machine with other work sheds a few requests. More are a defect. */
const ERRORS_MAX = 0.05;

/** @param send sends requests, or does the same work @throws Error where too many of them fail */
export async function measureThroughput(
  pid: number,
  postgresPid: number | undefined,
  send: () => Promise<Sent>,
): Promise<Throughput> {
  const read = () => [cpuMs(pid), postgresPid === undefined ? 0 : cpuMs(postgresPid)] as const;
  const [cpu, databaseCpu] = read();
  const { requests, errors, seconds } = await send();
  const [cpuNow, databaseCpuNow] = read();
  if (errors > requests * ERRORS_MAX) throw new Error(`${errors} of ${requests} requests failed.`);
  return {
    perSecond: (requests - errors) / seconds,
    cpuMs: (cpuNow - cpu) / requests,
    databaseCpuMs: (databaseCpuNow - databaseCpu) / requests,
  };
}

const hasWrk = spawnSync('wrk', ['--version']).error === undefined;

/** Closed loop: each connection sends the next call when the last one is answered. After the last comes the first. */
export function saturate(
  target: Target,
  calls: readonly Call[],
  connections: number,
  seconds: number,
): Promise<Throughput> {
  const { server, postgresPid } = target;
  return measureThroughput(server.pid, postgresPid, () =>
    hasWrk
      ? runWrk(server.port, calls, connections, seconds)
      : runAutocannon(target, calls, { connections, duration: seconds }),
  );
}

/** Closed loop until each call is answered once. */
export function sendOnce(target: Target, calls: readonly Call[], connections: number) {
  return measureThroughput(target.server.pid, target.postgresPid, () =>
    runAutocannon(target, calls, { connections, amount: calls.length }),
  );
}

async function runWrk(
  port: number,
  calls: readonly Call[],
  connections: number,
  seconds: number,
): Promise<Sent> {
  const script = join(temporaryFolder, 'requests.lua');
  // A string of JSON is a string of Lua as long as it is ASCII.
  const requests = calls.map((call) => JSON.stringify(requestText(call)));
  writeFileSync(
    script,
    `local requests, sent = {${requests.join(',\n')}}, 0
request = function()
  sent = sent % #requests + 1
  return requests[sent]
end
done = function(summary)
  local e = summary.errors
  local errors = e.connect + e.read + e.write + e.status + e.timeout
  print(string.format('%d %d %f', summary.requests, errors, summary.duration / 1e6))
end`,
  );
  const options = ['--threads=1', `--connections=${connections}`, `--duration=${seconds}s`];
  const args = [...options, `--script=${script}`, `http://127.0.0.1:${port}`];
  const { stdout } = await promisify(execFile)('wrk', args);
  const [count = 0, errors = 0, took = 0] = (stdout.trim().split('\n').at(-1) ?? '')
    .split(' ')
    .map(Number);
  return { requests: count, errors, seconds: took };
}

function requestText({ path, method = 'GET', headers = {}, body = '' }: Call): string {
  const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries({ host: '127.0.0.1', ...headers, ...length });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`;
}

interface AutocannonOptions extends Omit<Options, 'url'> {
  connections: number;
}

/**
 * With `overallRate`, the requests of each second are sent at its beginning, as fast as the connections allow, and
 * latencies are corrected for coordinated omission. 404 is no error: a search says so that it found nothing.
 */
export async function runAutocannon(
  { server }: Target,
  calls: readonly Call[],
  options: AutocannonOptions,
): Promise<Sent & Pick<Result, 'latency'>> {
  const { connections } = options;
  let connection = 0;
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const startedAt = performance.now();
  // autocannon itself stops after whole seconds.
  let answeredAt = startedAt;
  const setupClient: Options['setupClient'] = (client) => {
    const first = connection++;
    const own = calls.filter((_, index) => index % connections === first);
    client.setRequests(own.length > 0 ? own : [...calls]);
  };
  autocannon(
    { ...options, url: `http://127.0.0.1:${server.port}`, setupClient },
    (error, result) => (error ? reject(error) : resolve(result)),
  ).on('response', () => {
    answeredAt = performance.now();
  });
  const { requests, latency, errors, non2xx, statusCodeStats = {} } = await promise;
  const good = (statusCodeStats['304']?.count ?? 0) + (statusCodeStats['404']?.count ?? 0);
  const seconds = (answeredAt - startedAt) / 1_000;
  return { requests: requests.total, errors: errors + non2xx - good, seconds, latency };
}
