/** How many requests a second the shop answers with one replica and with two, and what one costs in CPU. */
import { openStorage } from '../server/storage/storage.ts';
import { type DatabasePair, startDatabasePair } from './database.ts';
import { type Mix, orderMix, readMix } from './mixes.ts';
import { cpuMs } from './proc.ts';
import { type Account, fillShop } from './shop.ts';
import { formatTable } from './table.ts';
import { startTopology, stopTopology, type Topology } from './topology.ts';

const CLIENTS = 50;
const WARM_UP_MS = 2_000;
const MEASURED_MS = 10_000;

/** @returns true: there is nothing here that a machine could be too slow for */
export async function throughput(): Promise<boolean> {
  const database = await startDatabasePair();
  const storage = await openStorage({ url: database.url });
  const accounts = await fillShop(storage.db, CLIENTS).finally(() => storage.close());
  const rows: string[][] = [];
  for (const replicas of [1, 2]) {
    const topology = await startTopology(database, replicas);
    for (const mix of [readMix, orderMix]) {
      rows.push(await measure(mix, { accounts, database, topology }));
    }
    await stopTopology(topology);
  }
  const heads = ['replicas', 'requests/s', 'p50 ms', 'p99 ms'];
  const costs = ['shop', 'primary', 'standby', 'HAProxy', 'clients'].map((each) => `${each} ms`);
  process.stdout.write(formatTable([['mix', ...heads, ...costs], ...rows]));
  process.stdout.write('Milliseconds behind the names of parts are of CPU, for one request.\n');
  return true;
}

interface Parts {
  accounts: readonly Account[];
  database: DatabasePair;
  topology: Topology;
}

async function measure(mix: Mix, parts: Parts): Promise<string[]> {
  const { accounts, topology } = parts;
  const durations: number[] = [];
  const state = { isClosing: false };
  const clients = accounts.map((account) => mix.run(topology.port, account, durations, state));
  await elapse(WARM_UP_MS);
  durations.length = 0;
  const before = readCpu(parts);
  const startedAt = performance.now();
  await elapse(MEASURED_MS);
  const count = durations.length;
  const seconds = (performance.now() - startedAt) / 1_000;
  const costs = readCpu(parts).map((cpu, part) => (cpu - (before[part] ?? 0)) / count);
  state.isClosing = true;
  await Promise.all(clients);

  const sorted = durations.slice(0, count).sort((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.floor(count * share)] ?? Number.NaN;
  return [
    mix.name,
    String(topology.replicas.length),
    (count / seconds).toFixed(0),
    quantile(0.5).toFixed(1),
    quantile(0.99).toFixed(1),
    ...costs.map((cost) => cost.toFixed(2)),
  ];
}

/** Milliseconds of CPU so far, in the order of the table's columns. */
function readCpu({ database, topology }: Parts): number[] {
  const { user, system } = process.cpuUsage();
  return [
    topology.replicas.reduce((sum, replica) => sum + cpuMs(replica.process.pid), 0),
    cpuMs(database.primary.process.pid),
    cpuMs(database.standby.process.pid),
    cpuMs(topology.balancer.process.pid),
    (user + system) / 1_000,
  ];
}

function elapse(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
