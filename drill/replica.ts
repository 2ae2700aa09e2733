/** A server of the shop: the process that is deployed. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { freePort } from '../scripts/postgres.ts';
import { type Child, startChild, untilReady } from './children.ts';

const root = resolve(import.meta.dirname, '..');
/** The API alone, as it stands in the sources. */
export const sourceEntry = resolve(root, 'server/start.testing.ts');
const START_TIMEOUT_MS = 30_000;

/** One place behind the load balancer: a port, and the process that listens there at the moment. */
export interface Replica {
  port: number;
  process: Child;
  /** Another process on the same port, once it is ready. */
  restart(): Promise<void>;
  /** Those that are gone by now, too. */
  processes: Child[];
  /** Exit codes of those that were told to stop. */
  stops: (number | null)[];
}

export async function startReplica(databaseUrl: string): Promise<Replica> {
  const port = await freePort();
  const start = () => startProcess(databaseUrl, port);
  const first = await start();
  const replica: Replica = {
    port,
    process: first,
    processes: [first],
    stops: [],
    async restart() {
      replica.process = await start();
      replica.processes.push(replica.process);
    },
  };
  return replica;
}

async function startProcess(databaseUrl: string, port: number): Promise<Child> {
  return startServer(port, {
    DATABASE_URL: databaseUrl,
    TRUST_PROXY: '127.0.0.1',
    DEMO_CATALOGUE: 'off',
    LOG_LEVEL: 'error',
  });
}

export interface Readiness {
  /** Where a server answers once it is ready. */
  path?: string;
  timeoutMs?: number;
}

/** What is run where it isn't the shop as it was built. */
export interface Program {
  entry: string;
  /** Of Node's. */
  options: readonly string[];
}

/**
 * A server that is ready.
 * @param settings of the server; nothing else of the environment is handed on
 */
export async function startServer(
  port: number,
  settings: Record<string, string>,
  readiness: Readiness = {},
): Promise<Child> {
  const process = spawnServer(port, settings);
  await untilServes(process, port, readiness);
  return process;
}

/** A server that may not be ready for a while. */
export function spawnServer(
  port: number,
  settings: Record<string, string>,
  { entry, options }: Program = { entry: builtEntry(), options: [] },
): Child {
  const args = [...options, entry];
  return startChild(globalThis.process.execPath, args, {
    stopSignal: 'SIGTERM',
    env: {
      PATH: globalThis.process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      AUTH_RATE_LIMIT: '0',
      ...settings,
    },
  });
}

/** @throws Error where it ended, or took too long */
export async function untilServes(
  process: Child,
  port: number,
  { path = '/readyz', timeoutMs = START_TIMEOUT_MS }: Readiness = {},
): Promise<void> {
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}${path}`)).ok;
  await untilReady(process, 'A server', isReady, timeoutMs);
}

/** What a server's log calls a defect of its own, and what isn't even a line of the log. */
export function defectsIn(server: Child): string[] {
  return server
    .output()
    .split('\n')
    .filter((line) => line !== '' && (!line.startsWith('{') || line.includes('"request failed"')));
}

/** Without a build the API alone, which is what shoppers of a drill use. */
function builtEntry(): string {
  const built = resolve(root, 'build/shop/main.js');
  return existsSync(built) ? built : sourceEntry;
}
