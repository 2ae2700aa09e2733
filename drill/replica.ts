/** A server of the shop: the built one, as it is deployed. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { freePort } from '../scripts/postgres.ts';
import { type Child, startChild, untilReady } from './children.ts';

const root = resolve(import.meta.dirname, '..');
/** The API without pages, from the sources. */
export const sourceEntry = resolve(root, 'server/start.testing.ts');
const START_TIMEOUT_MS = 30_000;

export interface Program {
  entry: string;
  /** Options of Node. */
  options: readonly string[];
}

/** What is known of a server that starts. */
export interface Readiness {
  /** It is ready when it answers there with 2xx. */
  path?: string;
  timeoutMs?: number;
}

/** @param settings the environment, beside PATH and the address */
export function spawnServer(
  port: number,
  settings: Record<string, string>,
  { entry, options }: Program = { entry: builtEntry(), options: [] },
): Child {
  const { PATH } = globalThis.process.env;
  const env = { PATH, HOST: '127.0.0.1', PORT: String(port), AUTH_RATE_LIMIT: '0', ...settings };
  return startChild(process.execPath, [...options, entry], { stopSignal: 'SIGTERM', env });
}

/** @throws Error if the server ends, or takes too long */
export async function untilServes(
  server: Child,
  port: number,
  { path = '/readyz', timeoutMs = START_TIMEOUT_MS }: Readiness = {},
): Promise<void> {
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}${path}`)).ok;
  await untilReady(server, 'A server', isReady, timeoutMs);
}

/** @returns a server that is ready */
export async function startServer(
  port: number,
  settings: Record<string, string>,
  readiness?: Readiness,
): Promise<Child> {
  const server = spawnServer(port, settings);
  await untilServes(server, port, readiness);
  return server;
}

/** A server behind a load balancer, whose process is replaced when it is restarted. */
export interface Replica {
  port: number;
  process: Child;
  /** Starts another process on the same port; resolves when it is ready. */
  start(): Promise<void>;
  /** All of them, the ended ones too. */
  processes: Child[];
}

export async function startReplica(databaseUrl: string): Promise<Replica> {
  const port = await freePort();
  const settings = {
    DATABASE_URL: databaseUrl,
    TRUST_PROXY: '127.0.0.1',
    DEMO_CATALOGUE: 'off',
    LOG_LEVEL: 'error',
  };
  const process = await startServer(port, settings);
  const replica: Replica = {
    port,
    process,
    processes: [process],
    async start() {
      replica.process = await startServer(port, settings);
      replica.processes.push(replica.process);
    },
  };
  return replica;
}

/** Lines of the log that report an unexpected error, and output that isn't a line of the log. */
export function defectsIn(server: Child): string[] {
  return server
    .output()
    .split('\n')
    .filter((line) => line !== '' && (!line.startsWith('{') || line.includes('"request failed"')));
}

function builtEntry(): string {
  const built = resolve(root, 'build/shop/main.js');
  return existsSync(built) ? built : sourceEntry;
}
