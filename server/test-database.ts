/** A database of its own for one test file, on the engine that this run is about. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll } from 'vitest';
import type { Engine } from './storage/engine.ts';

export const engine = (process.env.TEST_ENGINE ?? 'sqlite') as Engine;

/** Every other database is a copy of this one, which has its tables already. */
export const TEMPLATE_DATABASE = 'qkart_template';

export interface TestDatabase {
  /** For `openStorage`. */
  options: { dataDir: string } | { url: string; poolSize: number };
  /** The same for a process. */
  env: Record<string, string>;
}

/**
 * Without anything in it yet.
 * @param whenDone when it goes away: after the test file, or after the test
 */
export async function openTestDatabase(
  whenDone: (cleanUp: () => Promise<void>) => void = afterAll,
): Promise<TestDatabase> {
  if (engine === 'postgres') return openPostgresDatabase(whenDone);
  const dataDir = await openTestFolder(whenDone);
  return { options: { dataDir }, env: { DATA_DIR: dataDir } };
}

/** A folder that is gone when the test file is done. */
export async function openTestFolder(
  whenDone: (cleanUp: () => Promise<void>) => void = afterAll,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'qkart-test-'));
  whenDone(() => rm(folder, { recursive: true }));
  return folder;
}

/** Few connections each: many files are open at a time. */
const POOL_SIZE = 4;

async function openPostgresDatabase(
  whenDone: (cleanUp: () => Promise<void>) => void,
): Promise<TestDatabase> {
  const name = `qkart_${randomBytes(8).toString('hex')}`;
  await administer(`create database ${name} template ${TEMPLATE_DATABASE}`);
  whenDone(() => administer(`drop database ${name} with (force)`));
  const url = urlOf(name);
  return { options: { url, poolSize: POOL_SIZE }, env: { DATABASE_URL: url } };
}

/** The test server's address of a database. */
export function urlOf(database: string): string {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) throw new Error('TEST_DATABASE_URL is set by vitest.postgres.ts');
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs a statement about databases, outside of any of them. */
export async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
