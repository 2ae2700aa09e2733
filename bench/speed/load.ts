/** Load from this process: as much as some connections carry, or so many requests a second. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon, { type Options } from 'autocannon';
import { cpuMs } from '../../drill/proc.ts';
import { quantileOf } from '../search/metrics.ts';

export interface Call {
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

/** What is asked, and who answers. */
export interface Target {
  port: number;
  /** The process whose CPU time is counted. */
  pid: number;
  /** Always the same, or the next one of many. */
  call: Call | (() => Call);
  /** The status that every answer has to have. */
  status: number;
}

/** For how long, or how many requests. */
export type Extent = { seconds: number } | { requests: number };

export interface Throughput {
  perSecond: number;
  /** Milliseconds of CPU that the server took, for each request. */
  cpuMs: number;
}

/**
 * Closed loop: every connection asks again as soon as it is answered.
 * @throws Error where an answer has another status, or doesn't come
 */
export async function saturate(
  { port, pid, call, status }: Target,
  connections: number,
  extent: Extent,
): Promise<Throughput> {
  const options: Options = {
    url: `http://127.0.0.1:${port}`,
    connections,
    requests: [
      typeof call === 'function' ? { setupRequest: (made) => ({ ...made, ...call() }) } : call,
    ],
    ...('requests' in extent ? { amount: extent.requests } : { duration: extent.seconds }),
  };
  const cpuBefore = cpuMs(pid);
  const startedAt = performance.now();
  const { requests, errors, statusCodeStats = {} } = await autocannon(options);
  const seconds = (performance.now() - startedAt) / 1_000;
  const others = Object.keys(statusCodeStats).filter((answered) => answered !== String(status));
  if (others.length > 0) throw new Error(`Answers had status ${others}, not ${status}`);
  if (errors > 0) throw new Error(`${errors} requests had no answer`);
  return {
    perSecond: requests.total / seconds,
    cpuMs: (cpuMs(pid) - cpuBefore) / requests.total,
  };
}

/** Milliseconds from when a request was due to its answer. */
export interface Latency {
  median: number;
  p99: number;
  longest: number;
}

const CONNECTIONS_MAX = 64;

/**
 * Open loop: requests are due at a steady rate, answered or not, and one that has to wait for its turn
 * has waited.
 * @throws Error where an answer has another status, or doesn't come
 */
export async function keepUp(target: Target, rate: number, seconds: number): Promise<Latency> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX });
  const answers: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let sent = 0; sent < rate * seconds; ) {
    const due = Math.min((performance.now() - startedAt) / 1_000, seconds) * rate;
    for (; sent < due; sent++) {
      const dueAt = startedAt + (sent / rate) * 1_000;
      answers.push(ask(target, agent).then(() => performance.now() - dueAt));
    }
    await sleep(1);
  }
  const latencies = await Promise.all(answers).finally(() => agent.destroy());
  return {
    median: quantileOf(latencies, 0.5),
    p99: quantileOf(latencies, 0.99),
    longest: quantileOf(latencies, 1),
  };
}

function ask({ port, call, status }: Target, agent: Agent): Promise<void> {
  const { path, method, headers, body } = typeof call === 'function' ? call() : call;
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      agent,
      ...(method && { method }),
      ...(headers && { headers }),
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === status) resolve();
        else reject(new Error(`An answer had status ${response.statusCode}, not ${status}`));
      });
    });
    sent.end(body);
  });
}
