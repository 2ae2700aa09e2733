/** A database for one test file, on the engine of this run. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';
import { administer, databaseUrl } from '../../scripts/postgres.ts';
import type { Engine } from '../platform/storage/engine.ts';

export const engine = (process.env.TEST_ENGINE ?? 'sqlite') as Engine;

/** The template is created once; all test databases are copies. */
export const TEMPLATE_DATABASE = 'qkart_template';

export interface TestDatabase {
  /** The options of `openStorage`. */
  options: { dataDir: string } | { url: string; poolSize: number };
  /** The same options as environment variables of a process. */
  env: Record<string, string>;
}

/**
 * Registers how something that was opened is closed: after the test that opened it, or after the test file if it was
 * opened outside of tests. Vitest ignores `afterAll` within a test.
 */
export function whenOver(close: () => Promise<void>): void {
  const register = TestRunner.getCurrentTest() === undefined ? afterAll : onTestFinished;
  register(close);
}

/**
 * Opens an empty database.
 * @param whenDone registers its removal, as `whenOver` does by default
 */
export async function openTestDatabase(
  whenDone: (cleanUp: () => Promise<void>) => void = whenOver,
): Promise<TestDatabase> {
  if (engine === 'postgres') return openPostgresDatabase(whenDone);
  const dataDir = await openTestFolder(whenDone);
  return { options: { dataDir }, env: { DATA_DIR: dataDir } };
}

/** A folder that is removed after the test that opens it, or after the test file. */
export async function openTestFolder(
  whenDone: (cleanUp: () => Promise<void>) => void = whenOver,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'qkart-test-'));
  whenDone(() => rm(folder, { recursive: true }));
  return folder;
}

/** The pool is small, because many test files run at the same time. */
const POOL_SIZE = 4;

async function openPostgresDatabase(
  whenDone: (cleanUp: () => Promise<void>) => void,
): Promise<TestDatabase> {
  const name = `qkart_${randomBytes(8).toString('hex')}`;
  const server = testServer();
  await administer(server, `create database ${name} template ${TEMPLATE_DATABASE}`);
  whenDone(() => administer(server, `drop database ${name} with (force)`));
  const url = databaseUrl(server, name);
  return { options: { url, poolSize: POOL_SIZE }, env: { DATABASE_URL: url } };
}

/** The URL of the server that `vitest.postgres.ts` has found or started. */
function testServer(): string {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) throw new Error('There is no PostgreSQL server for this run');
  return server;
}
