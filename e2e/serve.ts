/** Starts shops for the tests: the real server with an empty database, on a free port. */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { productsByIdsPath } from '../contract/paths.ts';
import { administer, databaseUrl, nonDurable, providePostgres } from '../scripts/postgres.ts';

export interface Shop {
  /** Like `http://127.0.0.1:40123`. */
  address: string;
  /** Runs the operator's command, as in `npm run qkart -- orders ship some-id`. @returns what it prints */
  qkart(...words: string[]): Promise<string>;
  /** Kills the server without a shutdown, as in a power cut; or with the given signal. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts an ended server again, at the same address with the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** @param settings additional settings of the server */
export async function startShop(settings: Record<string, string> = {}): Promise<Shop> {
  const database = await createDatabase();
  const env = { ...process.env, ...database.env, ...settings };
  const start = (port: string) =>
    startServer({
      ...env,
      PORT: port,
      HOST: '127.0.0.1',
      AUTH_RATE_LIMIT: '0',
      ORDER_RATE_LIMIT: '0',
      ...settings,
    });
  let { server, address } = await start('0');
  await warmUp(address);
  async function end(signal: NodeJS.Signals): Promise<void> {
    // If the server is already dead, no exit event follows.
    if (server.kill(signal)) await once(server, 'exit');
  }
  return {
    address,
    async qkart(...words) {
      const run = promisify(execFile);
      return (await run(process.execPath, ['cli/qkart.ts', ...words], { env })).stdout;
    },
    kill: (signal = 'SIGKILL') => end(signal),
    async restart() {
      ({ server, address } = await start(new URL(address).port));
    },
    async stop() {
      await end('SIGTERM');
      await database.remove();
    },
  };
}

/** At first the server compiles its code, and may refuse some of several requests as overload. */
async function warmUp(address: string): Promise<void> {
  for (let round = 0; round < 100; round++) {
    const products = Array.from({ length: 10 }, (_, n) => productsByIdsPath([`${round}-${n}`]));
    const replies = await Promise.all(['/', ...products].map((path) => fetch(address + path)));
    await Promise.all(replies.map((reply) => reply.arrayBuffer()));
    if (replies.every(({ status }) => status === 200)) return;
  }
  throw new Error('The shop still refuses requests');
}

/** @returns once the server listens */
async function startServer(env: NodeJS.ProcessEnv) {
  const server = spawn(process.execPath, [resolve('build/shop/main.js')], {
    // A settings file of the checkout is not for tests.
    cwd: tmpdir(),
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let address = '';
  for await (const line of createInterface(server.stdout)) {
    // The desk says its address, too.
    address = /Server listening at (http:\/\/[^ "]+)/.exec(line)?.[1] ?? '';
    if (address !== '') break;
  }
  if (address === '') throw new Error('The shop did not start; what it said stands above.');
  // Keep reading, because a full pipe would block the server's log.
  server.stdout.resume();
  return { server, address };
}

interface Database {
  env: Record<string, string>;
  remove(): Promise<void>;
}

/** Uses the engine that `TEST_ENGINE` names. `TEST_DATABASE_URL` is the address of PostgreSQL. */
async function createDatabase(): Promise<Database> {
  const { TEST_ENGINE, TEST_DATABASE_URL: server } = process.env;
  if (TEST_ENGINE === 'postgres' && server) {
    const name = `qkart_pages_${randomBytes(8).toString('hex')}`;
    await administer(server, `create database ${name}`);
    return {
      env: { DATABASE_URL: databaseUrl(server, name) },
      remove: () => administer(server, `drop database ${name} with (force)`),
    };
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'qkart-pages-'));
  return { env: { DATA_DIR: dataDir }, remove: () => rm(dataDir, { recursive: true }) };
}

/** Starts one shop for the whole run. */
export default async function serve(): Promise<() => Promise<void>> {
  const isOnPostgres = process.env.TEST_ENGINE === 'postgres';
  const postgres = isOnPostgres ? await providePostgres(nonDurable) : undefined;
  if (postgres) process.env.TEST_DATABASE_URL = postgres.url;
  const shop = await startShop();
  process.env.SHOP_URL = shop.address;
  return async () => {
    await shop.stop();
    await postgres?.stop();
  };
}
