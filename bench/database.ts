/** The measured database: the shop's tables and a catalogue. */
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../scripts/children.ts';
import {
  administer,
  databaseUrl,
  type PostgresServer,
  providePostgres,
} from '../scripts/postgres.ts';
import { openStorage } from '../server/platform/storage/open.ts';
import type { Storage } from '../server/platform/storage/storage.ts';
import { writeCatalogue } from '../server/testing/generated-catalogue.ts';

export const engineNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
export type EngineName = keyof typeof engineNames;

/** A database with the shop's tables. */
export interface Database {
  engine: EngineName;
  /** The shop's setting: `DATA_DIR` or `DATABASE_URL`. */
  env: Record<string, string>;
  storage: Storage;
  /** The process of a PostgreSQL server that this run has started. */
  postgresPid?: number | undefined;
}

let postgres: Promise<PostgresServer> | undefined;
let databases = 0;

export async function openDatabase(engine: EngineName): Promise<Database> {
  if (engine === 'sqlite') {
    const dataDir = mkdtempSync(join(temporaryFolder(), 'data-'));
    const storage = await openStorage({ dataDir, exclusive: false });
    return { engine, env: { DATA_DIR: dataDir }, storage };
  }
  postgres ??= providePostgres();
  const server = await postgres;
  const name = `qkart_bench_${process.pid}_${++databases}`;
  await administer(server.url, `create database ${name}`);
  const url = databaseUrl(server.url, name);
  // Filling a large database takes longer than the limit of requests.
  const storage = await openStorage({ url, statementTimeoutMs: 0 });
  return { engine, env: { DATABASE_URL: url }, storage, postgresPid: server.pid };
}

/** Stops the server at the end of a run. */
export async function stopPostgres(): Promise<void> {
  await (await postgres)?.stop();
}

/** Imports a generated catalogue with the operator's program. */
export async function importCatalogue({ env }: Database, products: number): Promise<void> {
  const file = join(temporaryFolder(), 'catalogue.jsonl');
  await writeCatalogue(file, products);
  const args = [resolve(import.meta.dirname, '../cli/qkart.ts'), 'catalogue', 'import', file];
  const options = { env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
  await promisify(execFile)(process.execPath, args, options);
}
