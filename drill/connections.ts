/** `npm run drill -- connections`: thousands of idle and of misbehaving connections. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { paths } from '../contract/paths.ts';
import { residentMib } from '../scripts/process-figures.ts';
import { createDeployment } from './deployment.ts';
import { get, percentile, runLoad } from './load.ts';
import { print, printTable } from './report.ts';
import type { Scenario } from './scenario.ts';
import { startReplica } from './server.ts';
import { elementOf, seedShop } from './shop.ts';

const IDLE = 10_000;
const OF_EACH_BAD = 1_000;
const OPENED_AT_ONCE = 200;
/** The server limits the connections of each network. */
const NETWORKS = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];
const LOAD = { connections: 50, rate: 200, warmUpS: 1, measuredS: 5 };
/** The server closes idle connections earlier; see `server/platform/http/connections.ts`. */
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
  help: `Opens ${IDLE} idle connections and ${OF_EACH_BAD} each of: ${Object.keys(bad).join(', ')}.
Meanwhile ${LOAD.rate} carts a second are read, and every one must be answered. The server must close all connections,
and stop within ${STOPPED_AFTER_MAX_MS / 1_000} s with exit code 0 while bad ones are open. On SQLite. Needs as many open files as
connections (ulimit -n). Takes about two minutes.`,
  async run() {
    const { storage, settings } = await createDeployment('sqlite');
    const { accounts } = await seedShop(storage, LOAD.connections);
    const server = await startReplica(settings);
    const { port } = server;
    const memoryMib = () => Math.round(residentMib(server.processes[0]?.pid ?? 0));
    const sockets = new Set<Socket>();
    const openBad = async () => {
      for (const bytes of Object.values(bad)) await open(sockets, port, OF_EACH_BAD, bytes);
    };
    const steps = [(round: number) => get(paths.cart, elementOf(accounts, round))];
    const measure = async (name: string) => {
      const count = sockets.size;
      const { answered, refused, shed, failed } = await runLoad({ ...LOAD, port, steps });
      return {
        ...{ 'other connections': name, open: count, MiB: memoryMib() },
        ...{ p50: percentile(answered, 0.5), p99: percentile(answered, 0.99) },
        'not answered': refused.length + shed.length + failed,
      };
    };
    const rows = [await measure('none')];
    await open(sockets, port, IDLE, idle);
    rows.push(await measure('idle'));
    await openBad();
    rows.push(await measure('idle and bad'));
    const left = await untilClosed(sockets);
    rows.push(await measure('closed by the server'));
    printTable(rows);
    print(`GET /cart, ${LOAD.rate} times a second, in milliseconds.`);

    await openBad();
    const [count, startedAt] = [sockets.size, performance.now()];
    const code = await server.end('SIGTERM');
    const tookMs = Math.round(performance.now() - startedAt);
    print(`With ${count} bad connections, it stopped with exit code ${code} after ${tookMs} ms.`);
    for (const socket of sockets) socket.destroy();
    const hasStopped = code === 0 && tookMs < STOPPED_AFTER_MAX_MS;
    return left === 0 && hasStopped && rows.every((row) => row['not answered'] === 0);
  },
};

async function open(sockets: Set<Socket>, port: number, count: number, bytes: string) {
  for (let opened = 0; opened < count; opened += OPENED_AT_ONCE) {
    const opening = Array.from({ length: OPENED_AT_ONCE }, async (_, index) => {
      const localAddress = elementOf(NETWORKS, index);
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      await once(socket, 'connect');
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
      socket.write(bytes);
      if (bytes === unread) socket.pause();
      else socket.resume();
      if (bytes === idle) await once(socket, 'data');
    });
    await Promise.all(opening);
  }
  // Twenty quick responses in a row show that the server has processed all sent requests.
  for (let quick = 0; quick < 20; ) {
    const sentAt = performance.now();
    await (await fetch(`http://127.0.0.1:${port}/healthz`)).text();
    quick = performance.now() - sentAt < 50 ? quick + 1 : 0;
  }
}

/** @returns the number of connections that the server has not closed after two minutes */
async function untilClosed(sockets: ReadonlySet<Socket>): Promise<number> {
  const startedAt = performance.now();
  while (sockets.size > 0 && performance.now() - startedAt < CLOSED_AFTER_MAX_MS) {
    await sleep(100);
    // A paused socket never emits its end.
    for (const socket of sockets) if (socket.isPaused()) socket.resume();
  }
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  print(`After ${seconds} s, ${sockets.size} connections are left.`);
  return sockets.size;
}
