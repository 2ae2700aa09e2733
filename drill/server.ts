/** Starts servers: the built shop, as it is deployed, or the API without pages from the sources. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Child, startChild, untilReady } from '../scripts/children.ts';
import { freePort } from '../scripts/postgres.ts';
import type { Deployment } from './deployment.ts';

const root = resolve(import.meta.dirname, '..');
const built = resolve(root, 'build/shop/main.js');
export const sourceEntry = resolve(root, 'server/testing/start.ts');
const defaultEntry = existsSync(built) ? built : sourceEntry;

/** @param settings the environment, in addition to PATH and the address */
export function spawnServer(
  port: number,
  settings: object,
  { nodeOptions = [], entry = defaultEntry }: Pick<Deployment, 'nodeOptions' | 'entry'> = {},
): Child {
  const address = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port) };
  const defaults = { AUTH_RATE_LIMIT: '0', ORDER_RATE_LIMIT: '0', DEMO_CATALOGUE: 'off' };
  const env = { ...address, ...defaults, ...settings };
  return startChild(process.execPath, [...nodeOptions, entry], { env });
}

/** A server with a fixed port. After a restart, another process uses the same port. */
export interface Replica {
  port: number;
  /** All processes so far. The last one is running. */
  processes: Child[];
  /** Ends the process. @returns its exit code, once it has ended */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Starts another process. Resolves when it is ready. */
  start(): Promise<void>;
}

/** @returns a replica that is ready */
export async function startReplica(settings: object): Promise<Replica> {
  const port = await freePort();
  const processes: Child[] = [];
  const replica: Replica = {
    port,
    processes,
    end: async (signal) => processes.at(-1)?.end(signal) ?? null,
    async start() {
      const child = spawnServer(port, settings);
      processes.push(child);
      await untilReady(child, `http://127.0.0.1:${port}/readyz`);
    },
  };
  await replica.start();
  return replica;
}

/** The lines of the log that report an unexpected error, and output that is no line of the log. */
export function defectsIn(server: Child): string[] {
  const isDefect = (line: string) => !line.startsWith('{') || line.includes('"request failed"');
  const lines = server.output().split('\n');
  return lines.filter((line) => line !== '' && isDefect(line));
}
