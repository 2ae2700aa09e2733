/** Servers of the shop: the built one, as it is deployed, or the API without pages from the sources. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Child, startChild, untilReady } from '../scripts/children.ts';
import { freePort } from '../scripts/postgres.ts';
import type { Deployment } from './deployment.ts';

const root = resolve(import.meta.dirname, '..');
const built = resolve(root, 'build/shop/main.js');
export const sourceEntry = resolve(root, 'server/testing/start.ts');
const defaultEntry = existsSync(built) ? built : sourceEntry;

/** @param settings the environment, beside PATH and the address */
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

/** A place where a server runs. Restarted, another process takes the same port. */
export interface Replica {
  port: number;
  /** The last one is the one that runs. */
  processes: Child[];
  /** Resolves when it has ended. @returns its exit code */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Resolves when another process is ready. */
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

/** Lines of the log that report an unexpected error, and output that isn't a line of the log. */
export function defectsIn(server: Child): string[] {
  const isDefect = (line: string) => !line.startsWith('{') || line.includes('"request failed"');
  const lines = server.output().split('\n');
  return lines.filter((line) => line !== '' && isDefect(line));
}
