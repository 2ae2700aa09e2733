/** PostgreSQL with a standby that every commit waits for. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { findBinaries, findOwner, freePort, waitUntilReady } from '../scripts/postgres.ts';
import { type Child, drillFolder, startChild } from './children.ts';
import { MissingPart } from './missing.ts';
import { childrenOf } from './proc.ts';

/** Durable, as in earnest: what a drill proves has to hold with the settings of a real shop. */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'dynamic_shared_memory_type=mmap',
  'wal_level=replica',
  'hot_standby=on',
  'synchronous_commit=on',
];
const DATABASE = 'shop';
const STANDBY = 'standby';

interface Server {
  port: number;
  data: string;
  process: Child;
  query(sql: string): Promise<Record<string, unknown>[]>;
}

/** A database server that is killed and comes back. */
export interface SoleDatabase {
  /** Of the shop's database. */
  url: string;
  server: Server;
  /** Another process with the same data, on the same port. */
  restart(): Promise<void>;
}

/** @throws MissingPart where PostgreSQL isn't all there */
export async function startSoleDatabase(): Promise<SoleDatabase> {
  const bin = await findTools();
  const data = initialise(bin);
  const server = await startServer(bin, data);
  await server.query(`create database ${DATABASE}`);
  const database: SoleDatabase = {
    url: `postgres://postgres@127.0.0.1:${server.port}/${DATABASE}`,
    server,
    async restart() {
      database.server = await startServer(bin, data, server.port);
    },
  };
  return database;
}

export interface DatabasePair {
  /** Of the shop's database, on whichever of the two can be written to. */
  url: string;
  primary: Server;
  standby: Server;
}

/** @throws MissingPart where PostgreSQL isn't all there */
export async function startDatabasePair(): Promise<DatabasePair> {
  const bin = await findTools();
  const primary = await startServer(bin, initialise(bin));
  // Both are set up alike, since either may be the primary one day.
  await primary.query(`alter system set synchronous_standby_names = 'ANY 1 (${STANDBY})'`);

  const standbyData = join(drillFolder(), STANDBY);
  const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${STANDBY}`;
  const slot = ['--create-slot', `--slot=${STANDBY}`, '--wal-method=stream'];
  runTool(
    bin,
    'pg_basebackup',
    `--dbname=${source}`,
    `--pgdata=${standbyData}`,
    '--write-recovery-conf',
    '--checkpoint=fast',
    ...slot,
  );
  const standby = await startServer(bin, standbyData);
  await primary.query('select pg_reload_conf()');
  await primary.query(`create database ${DATABASE}`);
  const hosts = [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join(',');
  return { url: `postgres://postgres@${hosts}/${DATABASE}`, primary, standby };
}

/**
 * Killed, a server's machine still says that nobody listens there any more; stopped, it is like a
 * machine without power: nothing at all is said.
 */
export type Blow = 'SIGKILL' | 'SIGSTOP';

/** Hits the server and all of its processes at once. */
export function strike({ process: server, data }: Server, signal: Blow): void {
  if (server.hasEnded()) return;
  const backends = childrenOf(server.pid);
  if (signal === 'SIGKILL') freeSharedMemory(data);
  server.kill(signal);
  for (const backend of backends) {
    try {
      process.kill(backend, signal);
    } catch {
      // It ended by itself.
    }
  }
}

/** What a killed server can't give back itself goes as soon as the last of its processes is gone. */
function freeSharedMemory(data: string): void {
  // https://www.postgresql.org/docs/current/storage-file-layout.html: key and id, in line 7
  const line = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[6] ?? '';
  const [, id] = line.trim().split(/ +/);
  try {
    execFileSync('ipcrm', ['-m', id ?? ''], { stdio: 'ignore' });
  } catch {
    // Elsewhere than on Linux it may stay: 56 bytes.
  }
}

/** What an operator does whose primary is gone: nobody is left to wait for, and this one takes over. */
export async function promote(standby: Server): Promise<void> {
  await standby.query("alter system set synchronous_standby_names = ''");
  await standby.query('select pg_reload_conf()');
  await standby.query('select pg_promote()');
}

async function findTools(): Promise<string> {
  const bin = await findBinaries();
  if (existsSync(join(bin, 'pg_basebackup'))) return bin;
  throw new MissingPart(
    'The drills need PostgreSQL with pg_basebackup: install it (apt-get install postgresql).',
  );
}

function runTool(bin: string, tool: string, ...args: string[]): void {
  execFileSync(join(bin, tool), args, { ...findOwner(), cwd: drillFolder(), stdio: 'pipe' });
}

/** @returns the folder of the data */
function initialise(bin: string): string {
  const data = join(drillFolder(), 'primary');
  const how = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'];
  runTool(bin, 'initdb', `--pgdata=${data}`, ...how);
  return data;
}

async function startServer(bin: string, data: string, usedPort?: number): Promise<Server> {
  const port = usedPort ?? (await freePort());
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  const args = ['-D', data, '-p', String(port), ...settings];
  const process = startChild(join(bin, 'postgres'), args, {
    ...findOwner(),
    stopSignal: 'SIGQUIT',
  });
  const connectionString = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await waitUntilReady(connectionString, process.ended);
  const query = async (sql: string) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    return client
      .query(sql)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  };
  return { port, data, process, query };
}
