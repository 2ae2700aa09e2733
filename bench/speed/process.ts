/** What starting and keeping the server takes, and building its pages. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { residentKib } from '../../drill/proc.ts';
import { quantileOf } from '../search/metrics.ts';
import { inTurn, saturate } from './load.ts';
import { type Database, type Shop, startShop, stop } from './stage.ts';

const STARTS = 5;
const CONNECTIONS = 32;
/** Until then everything is kept that ever will be. */
const REQUESTS_BEFORE = 100_000;
const REQUESTS = 1_000_000;
const REST_MS = 3_000;
const root = resolve(import.meta.dirname, '../..');

/** Milliseconds from the start of the process to the first page that is answered. */
export async function measureStart(database: Database): Promise<number> {
  const durations: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const startedAt = performance.now();
    const shop = await startShop(database, { path: '/' });
    durations.push(performance.now() - startedAt);
    await stop(shop);
  }
  return quantileOf(durations, 0.5);
}

/** MiB of resident memory. */
export interface Memory {
  atRest: number;
  /** Behind the first hundred thousand requests, and behind a million more. */
  busy: number;
  later: number;
}

export async function measureMemory(shop: Shop, paths: readonly string[]): Promise<Memory> {
  await sleep(REST_MS);
  const atRest = residentMib(shop.process.pid);
  const call = inTurn(paths.map((path) => ({ path })));
  const target = { server: shop, call, statuses: [200] };
  await saturate(target, CONNECTIONS, { requests: REQUESTS_BEFORE });
  await sleep(REST_MS);
  const busy = residentMib(shop.process.pid);
  await saturate(target, CONNECTIONS, { requests: REQUESTS });
  await sleep(REST_MS);
  return { atRest, busy, later: residentMib(shop.process.pid) };
}

function residentMib(pid: number): number {
  return residentKib(pid) / 1_024;
}

/** Seconds. */
export async function measureBuild(): Promise<number> {
  const startedAt = performance.now();
  await promisify(execFile)(process.execPath, ['scripts/build.ts'], { cwd: root });
  return (performance.now() - startedAt) / 1_000;
}
