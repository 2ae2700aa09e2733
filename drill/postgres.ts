/** PostgreSQL servers that a nemesis may kill: one alone, or a primary with a synchronous standby. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries, findOwner, freePort, waitUntilReady } from '../scripts/postgres.ts';
import { type Child, drillFolder, startChild } from './children.ts';
import { MissingPart } from './missing.ts';
import { childrenOf } from './proc.ts';

/** Durable: fsync stays on, and with a standby a commit waits for it. */
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

export interface Postgres {
  port: number;
  /** Of the shop's database. */
  url: string;
  process: Child;
  query(sql: string): Promise<void>;
  /** Another process with the same data on the same port. */
  restart(): Promise<void>;
}

/** @throws MissingPart if PostgreSQL is not installed completely */
export async function startPostgres(): Promise<Postgres> {
  const bin = await findTools();
  const data = join(drillFolder(), 'primary');
  const how = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'];
  runTool(bin, 'initdb', `--pgdata=${data}`, ...how);
  const server = await startOn(bin, data);
  await server.query(`create database ${DATABASE}`);
  return server;
}

export interface PostgresPair {
  /** Of the shop's database, on whichever of the two accepts writes. */
  url: string;
  primary: Postgres;
  standby: Postgres;
}

/** @throws MissingPart if PostgreSQL is not installed completely */
export async function startPostgresPair(): Promise<PostgresPair> {
  const bin = await findTools();
  const primary = await startPostgres();
  const data = join(drillFolder(), STANDBY);
  const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${STANDBY}`;
  const copy = ['--create-slot', `--slot=${STANDBY}`, '--wal-method=stream', '--checkpoint=fast'];
  const where = [`--dbname=${source}`, `--pgdata=${data}`, '--write-recovery-conf'];
  runTool(bin, 'pg_basebackup', ...where, ...copy);
  const standby = await startOn(bin, data);
  await primary.query(`alter system set synchronous_standby_names = 'ANY 1 (${STANDBY})'`);
  await primary.query('select pg_reload_conf()');
  const hosts = [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join(',');
  return { url: `postgres://postgres@${hosts}/${DATABASE}`, primary, standby };
}

/** What an operator does after the loss of the primary. */
export async function promote(standby: Postgres): Promise<void> {
  await standby.query("alter system set synchronous_standby_names = ''");
  await standby.query('select pg_reload_conf()');
  await standby.query('select pg_promote()');
}

/**
 * Signals a server and all of its processes.
 * @param signal with SIGKILL, connections break; with SIGSTOP, they stay open and nothing answers
 */
export function signalPostgres({ process: server }: Postgres, signal: 'SIGKILL' | 'SIGSTOP'): void {
  if (server.hasEnded()) return;
  for (const pid of [server.pid, ...childrenOf(server.pid)]) trySignal(pid, signal);
}

/** Resolves when no process is left that would keep another server from starting. */
export async function killPostgres(server: Postgres): Promise<void> {
  const backends = childrenOf(server.process.pid);
  signalPostgres(server, 'SIGKILL');
  await server.process.ended;
  while (backends.some((pid) => trySignal(pid, 0))) await sleep(5);
}

/** @returns whether there is such a process */
function trySignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

async function findTools(): Promise<string> {
  const bin = await findBinaries();
  if (existsSync(join(bin, 'pg_basebackup'))) return bin;
  throw new MissingPart(
    'This needs PostgreSQL with pg_basebackup: install it (apt-get install postgresql).',
  );
}

function runTool(bin: string, tool: string, ...args: string[]): void {
  execFileSync(join(bin, tool), args, { ...findOwner(), cwd: drillFolder(), stdio: 'pipe' });
}

async function startOn(bin: string, data: string): Promise<Postgres> {
  const port = await freePort();
  const connectionString = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const start = async () => {
    const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
    const args = ['-D', data, '-p', String(port), ...settings];
    const owner = { ...findOwner(), stopSignal: 'SIGQUIT' as const };
    const process = startChild(join(bin, 'postgres'), args, owner);
    await waitUntilReady(connectionString, process.ended);
    return process;
  };
  const server: Postgres = {
    port,
    url: `postgres://postgres@127.0.0.1:${port}/${DATABASE}`,
    process: await start(),
    async query(sql) {
      const client = new pg.Client({ connectionString });
      await client.connect();
      await client.query(sql).finally(() => client.end());
    },
    async restart() {
      server.process = await start();
    },
  };
  return server;
}
