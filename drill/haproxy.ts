/** HAProxy with the deployed configuration. Only the addresses differ. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '../scripts/postgres.ts';
import { type Child, drillFolder, startChild, untilReady } from './children.ts';
import { MissingPart } from './missing.ts';

const deployed = resolve(import.meta.dirname, '../deploy/haproxy.cfg');
const START_TIMEOUT_MS = 10_000;

/** Resolves when it sends requests to a replica. @throws MissingPart without HAProxy */
export async function startHaproxy(
  replicaPorts: readonly number[],
): Promise<{ port: number; process: Child }> {
  const command = findHaproxy();
  const port = await freePort();
  const file = join(drillFolder(), 'haproxy.cfg');
  writeFileSync(file, onLoopback(readFileSync(deployed, 'utf8'), port, replicaPorts));
  const process = startChild(command, ['-f', file], { stopSignal: 'SIGTERM' });
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  await untilReady(process, 'HAProxy', isReady, START_TIMEOUT_MS);
  return { port, process };
}

/** Replaces the addresses of the container network. */
function onLoopback(config: string, port: number, replicaPorts: readonly number[]): string {
  const servers = replicaPorts.map((each) => `  server shop-${each} 127.0.0.1:${each}`).join('\n');
  const changes: [from: RegExp, to: string][] = [
    [/^resolvers docker\n(?: .*\n)+/gm, ''],
    [/ init-addr none resolvers docker$/gm, ''],
    [/bind :8080$/gm, `bind 127.0.0.1:${port}`],
    [/^ {2}server-template shop 10 shop:8080$/gm, servers],
  ];
  return changes.reduce((text, [from, to]) => {
    if (text.search(from) === -1) throw new Error(`${deployed} contains no ${from}`);
    return text.replace(from, to);
  }, config);
}

function findHaproxy(): string {
  // Debian installs it where only root's PATH looks.
  const found = ['haproxy', '/usr/sbin/haproxy'].find((command) => {
    try {
      execFileSync(command, ['-v'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
  if (found !== undefined) return found;
  throw new MissingPart('This needs HAProxy: install it (apt-get install haproxy).');
}
