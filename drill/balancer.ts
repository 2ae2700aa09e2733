/** HAProxy, with the configuration that is deployed: only its addresses are this machine's. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '../scripts/postgres.ts';
import { type Child, drillFolder, startChild, untilReady } from './children.ts';
import { MissingPart } from './missing.ts';

const deployed = resolve(import.meta.dirname, '../deploy/haproxy.cfg');
const START_TIMEOUT_MS = 10_000;

export interface Balancer {
  port: number;
  process: Child;
}

/** Starts it, and waits until it sends requests to a replica. @throws MissingPart without HAProxy */
export async function startBalancer(replicaPorts: readonly number[]): Promise<Balancer> {
  const command = findHaproxy();
  const port = await freePort();
  const file = join(drillFolder(), 'haproxy.cfg');
  writeFileSync(file, onLoopback(readFileSync(deployed, 'utf8'), port, replicaPorts));
  const process = startChild(command, ['-f', file], { stopSignal: 'SIGTERM' });
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  await untilReady(process, 'HAProxy', isReady, START_TIMEOUT_MS);
  return { port, process };
}

/** Requests that a replica failed and another one, or the same one later, answered with success. */
export function countHidden({ process }: Balancer): number {
  // METHOD PATH STATUS "SERVER" ... retries=N, with a + where it was another replica's turn.
  return process.output().match(/^\S+ \S+ 2\d\d .* retries=\+?[1-9]/gm)?.length ?? 0;
}

/** The deployed configuration with addresses of loopback in place of those of a container network. */
function onLoopback(config: string, port: number, replicaPorts: readonly number[]): string {
  const servers = replicaPorts.map((each) => `  server shop-${each} 127.0.0.1:${each}`).join('\n');
  const changes: [from: RegExp, to: string][] = [
    [/^resolvers docker\n(?: .*\n)+/gm, ''],
    [/ init-addr none resolvers docker$/gm, ''],
    [/bind :8080$/gm, `bind 127.0.0.1:${port}`],
    [/^ {2}server-template shop 10 shop:8080$/gm, servers],
  ];
  return changes.reduce((text, [from, to]) => {
    if (text.search(from) === -1) throw new Error(`${deployed} has no ${from} to be replaced.`);
    return text.replace(from, to);
  }, config);
}

function findHaproxy(): string {
  // Debian keeps it where only root's PATH looks.
  for (const command of ['haproxy', '/usr/sbin/haproxy']) {
    if (answers(command)) return command;
  }
  if (process.getuid?.() === 0) {
    try {
      process.stderr.write('Installing HAProxy ...\n');
      execFileSync('apt-get', ['install', '-y', 'haproxy'], { stdio: 'ignore' });
    } catch {
      // Whether it is there now is asked below.
    }
  }
  if (answers('haproxy')) return 'haproxy';
  throw new MissingPart('The drills need HAProxy: install it (apt-get install haproxy).');
}

function answers(command: string): boolean {
  try {
    execFileSync(command, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
