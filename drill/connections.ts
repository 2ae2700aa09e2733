/** Ten thousand connections that do nothing, and thousands that do worse: what others notice of them. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { quantileOf } from '../bench/search/metrics.ts';
import { paths } from '../contract/paths.ts';
import { freePort } from '../scripts/postgres.ts';
import { openStorage } from '../server/storage/storage.ts';
import { type Child, drillFolder } from './children.ts';
import { Crowd, type NextRequest } from './crowd.ts';
import { MissingPart } from './missing.ts';
import { residentKib } from './proc.ts';
import { startServer } from './replica.ts';
import { print } from './report.ts';
import { fillShop } from './shop.ts';
import { formatTable, seconds } from './table.ts';

const IDLE = 10_000;
const OF_EACH = 1_000;
const OPENED_AT_ONCE = 200;
/** Files that a process needs besides. */
const OTHER_FILES = 500;
const CARTS_PER_SECOND = 200;
const SHOPPERS = 50;
const WARM_UP_MS = 1_000;
const MEASURED_MS = 5_000;
/** By then the server has ended whatever is idle; see `server/http/connections.ts`. */
const ENDED_MS = 120_000;
const STOP_MS = 10_000;
const QUICK_MS = 50;
const QUICK_IN_A_ROW = 20;

const IDLE_AFTER = 'GET /healthz HTTP/1.1\r\nHost: shop\r\n\r\n';
const bad: Record<string, string> = {
  'headers without end': 'GET / HTTP/1.1\r\nHost: shop\r\n',
  'a body that never comes': `POST ${paths.login} HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
  'answers that nobody reads': 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n'.repeat(3),
};

/** @returns whether shoppers got all their answers, and the server ended every connection and itself */
export async function connections(): Promise<boolean> {
  refuseFewFiles();
  const dataDir = join(drillFolder(), 'data');
  mkdirSync(dataDir);
  const storage = await openStorage({ dataDir, exclusive: false });
  const accounts = await fillShop(storage.db, SHOPPERS).finally(() => storage.close());
  const port = await freePort();
  const server = await startServer(port, { DATA_DIR: dataDir, DEMO_CATALOGUE: 'off' });
  let asked = 0;
  const readCart: NextRequest = () => {
    const token = accounts[asked++ % accounts.length]?.token;
    return `GET ${paths.cart} HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  };
  const sockets = new Set<Socket>();
  const rows: string[][] = [];
  const measure = async (name: string): Promise<boolean> => {
    const crowd = new Crowd(port, readCart, SHOPPERS);
    const { offered, answered } = await crowd.offer(CARTS_PER_SECOND, WARM_UP_MS, MEASURED_MS);
    const memory = (residentKib(server.pid) / 1_024).toFixed(0);
    rows.push([name, String(sockets.size), ...quantilesOf(answered), memory]);
    return answered.length === offered;
  };
  const held = [await measure('nobody else')];
  await open(sockets, port, IDLE, IDLE_AFTER);
  held.push(await measure('idle'));
  for (const bytes of Object.values(bad)) await open(sockets, port, OF_EACH, bytes);
  held.push(await measure(`idle, and ${OF_EACH} of each bad kind`));
  const endedAfter = await untilEnded(sockets);
  held.push(await measure('after they were ended'));
  print(formatTable([['connections', 'open', 'p50 ms', 'p99 ms', 'MiB'], ...rows]));
  print(`The bad kinds: ${Object.keys(bad).join(', ')}.\n`);
  print(`Milliseconds are of GET /cart, ${CARTS_PER_SECOND} times a second.\n`);
  print(`Ended by the server after ${seconds(endedAfter)} s; ${sockets.size} are left.\n`);
  const stopped = await stopWith(server, sockets, port);
  for (const socket of sockets) socket.destroy();
  return held.every((each) => each) && stopped;
}

function refuseFewFiles(): void {
  const limit = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  const needed = IDLE + Object.keys(bad).length * OF_EACH + OTHER_FILES;
  if (limit !== 'unlimited' && Number(limit) < needed) {
    throw new MissingPart(
      `This drill opens ${needed} files in a process, and ${limit} are allowed.`,
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
      if (bytes === bad['answers that nobody reads']) socket.pause();
      else socket.resume();
      if (bytes === IDLE_AFTER) await once(socket, 'data');
    });
    await Promise.all(opening);
  }
  // What they asked for is done with before anything is measured.
  for (let quick = 0; quick < QUICK_IN_A_ROW; ) {
    const askedAt = performance.now();
    await fetch(`http://127.0.0.1:${port}/healthz`);
    quick = performance.now() - askedAt < QUICK_MS ? quick + 1 : 0;
  }
}

/** @returns milliseconds until the server had ended all, or until nobody waits for that any longer */
async function untilEnded(sockets: Set<Socket>): Promise<number> {
  const startedAt = performance.now();
  while (sockets.size > 0 && performance.now() - startedAt < ENDED_MS) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    // Whoever doesn't read doesn't see the end either.
    for (const socket of sockets) if (socket.isPaused()) socket.resume();
  }
  return performance.now() - startedAt;
}

/** Tells it to stop while many are in the middle of a request. */
async function stopWith(server: Child, sockets: Set<Socket>, port: number): Promise<boolean> {
  for (const bytes of Object.values(bad)) await open(sockets, port, OF_EACH, bytes);
  const startedAt = performance.now();
  server.kill('SIGTERM');
  const code = await server.ended;
  const took = performance.now() - startedAt;
  print(
    `Told to stop with ${OF_EACH} each of the bad ones: exit code ${code} after ${seconds(took)} s.\n`,
  );
  return code === 0 && took < STOP_MS;
}

function quantilesOf(latencies: readonly number[]): string[] {
  return [0.5, 0.99].map((share) => quantileOf(latencies, share).toFixed(1));
}
