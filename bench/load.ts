/** Creates load with wrk if it is installed, or else with autocannon. */
import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon, { type Options, type Result } from 'autocannon';
import { temporaryFolder } from '../scripts/children.ts';
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
}

interface Sent {
  requests: number;
  /** The number of requests without a successful response. */
  errors: number;
  seconds: number;
}

/** On a busy machine, the shop sheds some requests. A higher share of errors is a defect. */
const ERRORS_MAX = 0.2;

/** @param send sends requests, or does the same work @throws Error if too many of them fail */
export async function measureThroughput(
  pid: number,
  postgresPid: number | undefined,
  send: () => Promise<Sent>,
): Promise<Throughput> {
  const read = () => [cpuMs(pid), postgresPid === undefined ? 0 : cpuMs(postgresPid)] as const;
  const before = read();
  const { requests, errors, seconds } = await send();
  const after = read();
  const good = requests - errors;
  if (good <= requests * (1 - ERRORS_MAX))
    throw new Error(`${errors} of ${requests} requests failed.`);
  return {
    perSecond: good / seconds,
    cpuMs: (after[0] - before[0]) / good,
    databaseCpuMs: (after[1] - before[1]) / good,
  };
}

const hasWrk = spawnSync('wrk', ['--version']).error === undefined;

interface Load {
  connections: number;
  /** The duration. Without it, autocannon sends each call once. */
  seconds?: number;
}

/** Runs a closed loop: each connection sends the next call after the reply to the previous one, and repeats the calls. */
export function saturate(target: Target, calls: readonly Call[], load: Load): Promise<Throughput> {
  const run = hasWrk && load.seconds !== undefined ? runWrk : runAutocannon;
  const { server, postgresPid } = target;
  return measureThroughput(server.pid, postgresPid, () => run(server, calls, load));
}

async function runWrk({ port }: Server, calls: readonly Call[], { connections, seconds }: Load) {
  const file = join(temporaryFolder(), 'requests.lua');
  // An ASCII string in JSON is a valid string in Lua.
  const requests = calls.map((call) => JSON.stringify(requestText(call))).join(',\n');
  writeFileSync(
    file,
    LUA.replace('REQUESTS', () => requests),
  );
  const options = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '-s', file];
  const { stdout } = await promisify(execFile)('wrk', [...options, `http://127.0.0.1:${port}`]);
  // The script prints its result in the last line.
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Sent;
}

const LUA = `local requests, sent = {REQUESTS}, 0
request = function()
  sent = sent % #requests + 1
  return requests[sent]
end
done = function(summary)
  local e = summary.errors
  local errors = e.connect + e.read + e.write + e.status + e.timeout
  local seconds = summary.duration / 1e6
  print(string.format('{"requests":%d,"errors":%d,"seconds":%f}', summary.requests, errors, seconds))
end`;

function requestText({ path, method = 'GET', headers = {}, body = '' }: Call): string {
  const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries({ host: '127.0.0.1', ...headers, ...length });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`;
}

export async function runAutocannon(
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
