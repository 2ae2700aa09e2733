/** `npm run drill -- connections`: thousands of idle and of misbehaving connections. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { paths } from '../contract/paths.ts';
import { freePort } from '../scripts/postgres.ts';
import type { Child } from './children.ts';
import { createDeployment } from './deployment.ts';
import { percentile, runLoad } from './load.ts';
import { MissingPart } from './missing.ts';
import { residentKib } from './proc.ts';
import { startServer } from './replica.ts';
import { print, printTable } from './report.ts';
import type { Scenario } from './scenario.ts';
import { seedShop } from './shop.ts';

const IDLE = 10_000;
const OF_EACH_BAD = 1_000;
const OPENED_AT_ONCE = 200;
/** Files that a process needs beside its connections. */
const OTHER_FILES = 500;
const SHOPPERS = 50;
const CARTS_PER_SECOND = 200;
/** The server closes idle connections before; see `server/http/connections.ts`. */
const CLOSED_AFTER_MAX_MS = 120_000;
const STOPPED_AFTER_MAX_MS = 10_000;

const idle = 'GET /healthz HTTP/1.1\r\nHost: shop\r\n\r\n';
const unread = 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n'.repeat(3);
const bad = {
  'headers without end': 'GET / HTTP/1.1\r\nHost: shop\r\n',
  'a body that never comes': `POST ${paths.login} HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
  'responses that are never read': unread,
};

export const connections: Scenario = {
  summary: 'opens ten thousand idle connections, and thousands that misbehave',
  help: `Opens ${IDLE} idle connections and ${OF_EACH_BAD} each of: ${Object.keys(bad).join(', ')}. Meanwhile ${CARTS_PER_SECOND} carts a
second are read, and every one must be answered. The server must close all connections, and stop within
${STOPPED_AFTER_MAX_MS / 1_000} s with exit code 0 while bad ones are open. On SQLite.`,
  async run() {
    refuseFewFiles();
    const { storage, settings } = await createDeployment('sqlite');
    const { accounts } = await seedShop(storage, SHOPPERS);
    const port = await freePort();
    const server = await startServer(port, { ...settings, DEMO_CATALOGUE: 'off' });
    const sockets = new Set<Socket>();
    const readCart = (round: number) => ({
      method: 'GET' as const,
      path: paths.cart,
      headers: { authorization: `Bearer ${accounts[round % accounts.length]?.token}` },
    });
    const rows: Record<'not answered' | string, string | number>[] = [];
    const measure = async (name: string) => {
      const load = { port, steps: [readCart], connections: SHOPPERS, rate: CARTS_PER_SECOND };
      const result = await runLoad({ ...load, warmUpS: 1, measuredS: 5 });
      rows.push({
        ...{ 'other connections': name, open: sockets.size },
        ...{ p50: percentile(result.answered, 0.5), p99: percentile(result.answered, 0.99) },
        MiB: Math.round(residentKib(server.pid) / 1_024),
        'not answered': result.refused.length + result.shed.length + result.failed,
      });
    };
    await measure('none');
    await open(sockets, port, IDLE, idle);
    await measure('idle');
    for (const bytes of Object.values(bad)) await open(sockets, port, OF_EACH_BAD, bytes);
    await measure('idle and bad');
    const closedAfterMs = await untilClosed(sockets);
    await measure('after all were closed');
    printTable(rows);
    print(`GET /cart, ${CARTS_PER_SECOND} times a second, in milliseconds.`);
    print(`${sockets.size} connections were left after ${Math.round(closedAfterMs / 1_000)} s.`);
    const isClosed = sockets.size === 0;
    const hasStopped = await stopWithBadClients(server, sockets, port);
    return isClosed && hasStopped && rows.every((row) => row['not answered'] === 0);
  },
};

function refuseFewFiles(): void {
  const limit = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  const needed = IDLE + Object.keys(bad).length * OF_EACH_BAD + OTHER_FILES;
  if (limit !== 'unlimited' && Number(limit) < needed) {
    throw new MissingPart(
      `This needs ${needed} open files in a process, and ${limit} are allowed.`,
    );
  }
}

async function open(sockets: Set<Socket>, port: number, count: number, bytes: string) {
  for (let opened = 0; opened < count; opened += OPENED_AT_ONCE) {
    const opening = Array.from({ length: OPENED_AT_ONCE }, async () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
      sockets.add(socket);
      await once(socket, 'connect');
      socket.write(bytes);
      if (bytes === unread) socket.pause();
      else socket.resume();
      if (bytes === idle) await once(socket, 'data');
    });
    await Promise.all(opening);
  }
  // After this response, the server has read what was sent before.
  await (await fetch(`http://127.0.0.1:${port}/healthz`)).text();
}

/** @returns milliseconds until the server has closed all of them, at most two minutes */
async function untilClosed(sockets: Set<Socket>): Promise<number> {
  const startedAt = performance.now();
  while (sockets.size > 0 && performance.now() - startedAt < CLOSED_AFTER_MAX_MS) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    // A socket that is never read never shows its end.
    for (const socket of sockets) if (socket.isPaused()) socket.resume();
  }
  return performance.now() - startedAt;
}

/** @returns whether the server stops in time while clients are in the middle of requests */
async function stopWithBadClients(
  server: Child,
  sockets: Set<Socket>,
  port: number,
): Promise<boolean> {
  for (const bytes of Object.values(bad)) await open(sockets, port, OF_EACH_BAD, bytes);
  const startedAt = performance.now();
  server.kill('SIGTERM');
  const code = await server.ended;
  const tookMs = performance.now() - startedAt;
  print(
    `With ${sockets.size} bad connections, it stopped with exit code ${code} after ${(tookMs / 1_000).toFixed(1)} s.`,
  );
  for (const socket of sockets) socket.destroy();
  return code === 0 && tookMs < STOPPED_AFTER_MAX_MS;
}
