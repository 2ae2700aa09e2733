/** PostgreSQL servers that a nemesis may kill: a single one, or a primary with a synchronous standby. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, startChild, temporaryFolder } from '../scripts/children.ts';
import {
  administer,
  databaseUrl,
  findBinaries,
  findOwner,
  freePort,
  waitUntilReady,
} from '../scripts/postgres.ts';
import { MissingPart } from './scenario.ts';

/** Commits are durable: fsync stays on, and with a standby a commit waits for it. */
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
  /** The URL of the shop's database. */
  url: string;
  process: Child;
  query(sql: string): Promise<void>;
  /** Starts another process with the same data on the same port. */
  restart(): Promise<void>;
}

/** @throws MissingPart if PostgreSQL is not installed completely */
export async function startPostgres(): Promise<Postgres> {
  const data = join(temporaryFolder(), 'primary');
  const how = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'];
  await runTool('initdb', `--pgdata=${data}`, ...how);
  const server = await startOn(data);
  await server.query(`create database ${DATABASE}`);
  return server;
}

/** @returns both servers, and a URL of the shop's database that leads to the one which accepts writes */
export async function startPostgresPair() {
  const primary = await startPostgres();
  const data = join(temporaryFolder(), STANDBY);
  const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${STANDBY}`;
  const copy = ['--create-slot', `--slot=${STANDBY}`, '--wal-method=stream', '--checkpoint=fast'];
  const where = [`--dbname=${source}`, `--pgdata=${data}`, '--write-recovery-conf'];
  await runTool('pg_basebackup', ...where, ...copy);
  const standby = await startOn(data);
  await primary.query(`alter system set synchronous_standby_names = 'ANY 1 (${STANDBY})'`);
  await primary.query('select pg_reload_conf()');
  const hosts = [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join(',');
  return { url: `postgres://postgres@${hosts}/${DATABASE}`, primary, standby };
}

/**
 * Sends a signal to a server and all of its processes.
 * @param signal SIGKILL breaks connections; SIGSTOP leaves them open without replies
 * @returns the ids of the processes
 */
export function signalPostgres({ process }: Postgres, signal: NodeJS.Signals): number[] {
  const { pid } = process;
  if (process.hasEnded()) return [];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  const pids = [pid, ...children.filter(Boolean).map(Number)];
  for (const each of pids) trySignal(each, signal);
  return pids;
}

/** Resolves when no process is left that could prevent another server from starting. */
export async function killPostgres(server: Postgres): Promise<void> {
  const pids = signalPostgres(server, 'SIGKILL');
  await server.process.ended;
  while (pids.some((pid) => trySignal(pid, 0))) await sleep(5);
}

/** @returns whether the process exists */
function trySignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

async function runTool(tool: string, ...args: string[]): Promise<void> {
  const path = join(await findBinaries(), tool);
  if (!existsSync(path)) throw new MissingPart(`This needs ${tool}: apt-get install postgresql`);
  execFileSync(path, args, { ...findOwner(), cwd: temporaryFolder(), stdio: 'pipe' });
}

async function startOn(data: string): Promise<Postgres> {
  const port = await freePort();
  const command = join(await findBinaries(), 'postgres');
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const start = async () => {
    const child = startChild(command, ['-D', data, '-p', String(port), ...settings], findOwner());
    await waitUntilReady(url, child.ended);
    return child;
  };
  const server: Postgres = {
    port,
    url: databaseUrl(url, DATABASE),
    process: await start(),
    query: (sql) => administer(url, sql),
    async restart() {
      server.process = await start();
    },
  };
  return server;
}
