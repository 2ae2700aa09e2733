/** Load by autocannon: from clients that wait for their responses, or at a constant rate. */
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';

/** A response that takes longer counts as a failure, and its connection is closed. */
const TIMEOUT_S = 2;
/** Autocannon sends the requests of a second at once; so many instances spread them over the second. */
const INSTANCES = 20;

let rounds = 0;

export type Request = Pick<autocannon.Request, 'path' | 'headers'> & {
  method: 'GET' | 'POST';
  body?: string;
};

export interface Load {
  port: number;
  connections: number;
  /** Requests a second; missing: as many as are answered. */
  rate?: number;
  warmUpS: number;
  measuredS: number;
  /** Each connection sends them in turn. @param round the same number for one turn, different for others */
  steps: readonly ((round: number) => Request)[];
}

/** Latencies in milliseconds. */
export interface LoadResult {
  perSecond(latencies: readonly number[]): number;
  /** 2xx. */
  answered: number[];
  /** 4xx. */
  refused: number[];
  /** 503. */
  shed: number[];
  /** Timeouts, broken connections, and other 5xx. The warm-up included. */
  failed: number;
}

export async function runLoad(load: Load): Promise<LoadResult> {
  const { rate, connections, warmUpS, measuredS } = load;
  const result: LoadResult = {
    perSecond: (latencies) => Math.round(latencies.length / measuredS),
    answered: [],
    refused: [],
    shed: [],
    failed: 0,
  };
  const countsFrom = performance.now() + warmUpS * 1_000;
  const count = rate === undefined ? 1 : Math.min(INSTANCES, connections, Math.ceil(rate));
  const instances = Array.from({ length: count }, async (_, index) => {
    await sleep((index * 1_000) / count);
    await runInstance(load, count, (status, latency) => {
      if (performance.now() < countsFrom) return;
      if (status === 503) result.shed.push(latency);
      else if (status >= 500) result.failed++;
      else if (status >= 400) result.refused.push(latency);
      else result.answered.push(latency);
    }).then((failed) => {
      result.failed += failed;
    });
  });
  await Promise.all(instances);
  return result;
}

/** @param count of the instances that share the load @returns the requests without a response */
function runInstance(
  { port, connections, rate, warmUpS, measuredS, steps }: Load,
  count: number,
  onResponse: (status: number, latencyMs: number) => void,
): Promise<number> {
  const options: autocannon.Options = {
    url: `http://127.0.0.1:${port}`,
    connections: Math.ceil(connections / count),
    duration: warmUpS + measuredS,
    timeout: TIMEOUT_S,
    requests: steps.map((step) => ({
      setupRequest(request, context: { round?: number }) {
        context.round ??= rounds++;
        return { ...request, ...step(context.round) };
      },
    })),
    ...(rate !== undefined && { overallRate: Math.max(1, Math.round(rate / count)) }),
  };
  return new Promise((resolve, reject) => {
    const instance = autocannon(options, (error, { errors }) => {
      if (error) reject(error);
      else resolve(errors);
    });
    instance.on('response', (_client, status, _bytes, latencyMs) => onResponse(status, latencyMs));
  });
}

/** @returns 0 for an empty list */
export function percentile(latencies: readonly number[], share: number): number {
  const sorted = latencies.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
}
