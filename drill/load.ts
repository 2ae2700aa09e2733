/** Creates load with autocannon: from clients that wait for their responses, or at a constant rate. */
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Account } from './shop.ts';

/** Slower responses count as failures. */
const SLOW_MS = 2_000;
/** The connection is closed after this time. */
const TIMEOUT_S = 10;
/** Autocannon sends the requests of a second at once. This many instances spread them over the second. */
const INSTANCES = 200;

interface Load {
  port: number;
  connections: number;
  /** Requests a second; if missing, each connection sends the next one after the response. */
  rate?: number;
  warmUpS: number;
  measuredS: number;
  /** Each connection sends these requests in turn. `round` is unique to a turn. */
  steps: readonly ((round: number) => autocannon.Request)[];
}
export type LoadResult = Awaited<ReturnType<typeof runLoad>>;

let rounds = 0;

/** @returns the latencies in milliseconds of 2xx, 4xx and 503; all other outcomes are failures */
export async function runLoad(load: Load) {
  const { port, connections, rate, warmUpS, measuredS } = load;
  const [answered, refused, shed]: [number[], number[], number[]] = [[], [], []];
  let failed = 0;
  const count = rate === undefined ? 1 : Math.min(INSTANCES, connections, Math.ceil(rate));
  const options: autocannon.Options = {
    url: `http://127.0.0.1:${port}`,
    connections: Math.ceil(connections / count),
    duration: warmUpS + measuredS,
    timeout: TIMEOUT_S,
    requests: load.steps.map((step) => ({
      setupRequest(request, context: { round?: number }) {
        context.round ??= rounds++;
        return { ...request, ...step(context.round) };
      },
    })),
    ...(rate !== undefined && { overallRate: Math.max(1, Math.round(rate / count)) }),
  };
  const countsFrom = performance.now() + warmUpS * 1_000;
  const onResponse = (_client: unknown, status: number, _bytes: number, latencyMs: number) => {
    if (performance.now() < countsFrom) return;
    if (latencyMs > SLOW_MS || (status >= 500 && status !== 503)) failed++;
    else if (status === 503) shed.push(latencyMs);
    else (status >= 400 ? refused : answered).push(latencyMs);
  };
  const instances = Array.from({ length: count }, async (_, index) => {
    await sleep((index * 1_000) / count);
    const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
    const instance = autocannon({ ...options }, (error, result) =>
      error ? reject(error) : resolve(result),
    );
    instance.on('response', onResponse);
    failed += (await promise).errors;
  });
  await Promise.all(instances);
  const perSecond = (latencies: readonly number[]) => Math.round(latencies.length / measuredS);
  return { answered, refused, shed, failed, perSecond };
}

export function get(path: string, account?: Account): autocannon.Request {
  const headers = { ...(account && { authorization: `Bearer ${account.token}` }) };
  return { method: 'GET', path, headers };
}

/** @param key an idempotency key */
export function post(path: string, account: Account, body: object, key: string) {
  const type = { 'content-type': 'application/json', 'idempotency-key': key };
  const headers = { ...get(path, account).headers, ...type };
  return { method: 'POST' as const, path, headers, body: JSON.stringify(body) };
}

/** @returns 0 for an empty list */
export function percentile(latencies: readonly number[], share: number): number {
  const sorted = latencies.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
}
