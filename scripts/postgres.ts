/**
 * Provides a PostgreSQL server for tests, simulations and benches: the one at `TEST_DATABASE_URL`, or a new one from
 * installed binaries or from those of an npm package.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries, findOwner } from './postgres-binaries.ts';

export interface PostgresServer {
  /** The URL of the database `postgres`, with a user who may create databases. */
  url: string;
  /** The main process of a server that this process has started. */
  pid?: number | undefined;
  stop(): Promise<void>;
}

const INITDB: [string, ...string[]] = [
  'initdb',
  '--username=postgres',
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C',
  '--no-sync',
];
const START_TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 50;
/** Settings for tests, whose data need not survive a crash. Benches and simulations need durable servers. */
export const nonDurable = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/**
 * @param settings settings of a new server: `name=value`, as for `postgres -c`
 * @throws Error with a sentence for people if there is no server and none can be started
 */
export async function providePostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) return startPostgres(settings);
  try {
    await administer(url, 'select 1');
  } catch (error) {
    throw new Error(`The server at TEST_DATABASE_URL does not answer: ${reasonOf(error)}.`);
  }
  return { url, stop: async () => {} };
}

/** The URL of another database on the same server. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs a statement such as `create database`, which needs a connection to another database. */
export async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Starts a server on a free port of 127.0.0.1. Its folder is removed when it stops.
 * @param primary makes it a standby of this one, with the name `standby`
 * @throws Error with a sentence that says why there is no server, and what to do
 */
export async function startPostgres(
  settings: readonly string[],
  primary?: PostgresServer,
): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'qkart-postgres-'));
  try {
    return await startIn(folder, settings, primary);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(
      `PostgreSQL did not start (${reasonOf(error)}): install its server (apt-get install postgresql), or set TEST_DATABASE_URL to one whose user may create databases.`,
    );
  }
}

async function startIn(
  folder: string,
  settings: readonly string[],
  primary: PostgresServer | undefined,
): Promise<PostgresServer> {
  const owner = findOwner();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const bin = await findBinaries(folder, owner);
  const data = join(folder, 'data');
  const runAs = { ...owner, cwd: folder };
  const [tool, ...how] = primary ? ['pg_basebackup', ...copyOf(primary)] : INITDB;
  execFileSync(join(bin, tool), [`--pgdata=${data}`, ...how], { ...runAs, stdio: 'pipe' });

  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const options = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=300',
    ...settings,
  ].flatMap((setting) => ['-c', setting]);
  const logFile = join(folder, 'server.log');
  const log = openSync(logFile, 'w');
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...options], {
    ...runAs,
    stdio: ['ignore', 'ignore', log],
  });
  closeSync(log);
  const ended = once(server, 'close');
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal);
    await ended;
  };
  process.once('exit', () => {
    server.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  try {
    await waitUntilReady(url, ended);
  } catch (error) {
    await end('SIGQUIT');
    throw new Error(errorLine(readFileSync(logFile, 'utf8')) || reasonOf(error));
  }
  const stop = async () => {
    await end('SIGINT');
    await rm(folder, { recursive: true, force: true });
  };
  return { url, pid: server.pid, stop };
}

/** What a failed program printed, or else what the system says. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { stderr, code } = error as Error & { stderr?: Buffer | null; code?: string };
  return errorLine(String(stderr ?? '')) || errorLine(error.message) || String(code);
}

function errorLine(output: string): string {
  const lines = output.trim().split('\n');
  return lines.find((line) => /error:|FATAL:/.test(line)) ?? lines.at(-1) ?? '';
}

/** The options of pg_basebackup. */
function copyOf({ url }: PostgresServer): string[] {
  const from = new URL(url);
  from.searchParams.set('application_name', 'standby');
  const slot = ['--create-slot', '--slot=standby', '--wal-method=stream', '--checkpoint=fast'];
  return [`--dbname=${from}`, '--write-recovery-conf', ...slot];
}

/**
 * @param ended settles when the process of the server ends
 * @throws Error if the server ends, or does not answer in time
 */
async function waitUntilReady(url: string, ended: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  ended.then(() => {
    hasEnded = true;
  });
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (hasEnded || performance.now() > deadline) {
        throw new Error('it does not answer', {
          cause: error,
        });
      }
      await setTimeout(POLL_INTERVAL_MS);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/**
 * Finds a port for a server that can't choose one itself. It is none of those that systems give to connections and to
 * other servers, which could take it before this server listens, or while it restarts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') continue;
      throw error;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
