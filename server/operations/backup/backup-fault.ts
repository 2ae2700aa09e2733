/** Checks that a file is a backup that can be restored. */
import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { whileBusy } from '../../../packages/kysely-node-sqlite/index.ts';
import type { Engine } from '../../platform/storage/engine.ts';
import { inspectWhole, UnsoundDatabase } from '../../platform/storage/sqlite/inspect.ts';

/** Bytes read at both ends of a dump: its head names the format, its end shows that it is complete. */
const ENDS = 512;

/** @returns why the file is no backup, as a sentence without its subject; undefined if it is one */
export function findBackupFault(file: string, engine: Engine): Promise<string | undefined> {
  return engine === 'sqlite' ? findFaultOfCopy(file) : findFaultOfDump(file);
}

/** Reads the whole copy, as a restore does. */
async function findFaultOfCopy(file: string): Promise<string | undefined> {
  try {
    await whileBusy(() => inspectWhole(file));
    return undefined;
  } catch (error) {
    if (error instanceof UnsoundDatabase) return error.finding;
    throw error;
  }
}

/** Dumps of pg_dump: a script ends with a comment that says so, and pg_restore reads the custom format. */
async function findFaultOfDump(file: string): Promise<string | undefined> {
  const { start, end } = await readEnds(file);
  if (start.startsWith('PGDMP')) return findFaultOfArchive(file);
  if (!start.startsWith('--\n-- PostgreSQL database ')) return 'is no dump of pg_dump';
  return end.includes(' dump complete\n') ? undefined : 'is a dump that was cut off';
}

async function readEnds(file: string): Promise<{ start: string; end: string }> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  const read = async (position: number) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ENDS), 0, ENDS, position);
    return buffer.toString('latin1', 0, bytesRead);
  };
  return { start: await read(0), end: await read(Math.max(0, size - ENDS)) };
}

async function findFaultOfArchive(file: string): Promise<string | undefined> {
  try {
    await promisify(execFile)('pg_restore', ['--file=/dev/null', file]);
    return undefined;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    if (error.code === 'ENOENT') return "can't be checked, because pg_restore is not installed";
    const [, finding = 'pg_restore fails'] = /error: (.+)/.exec(error.message) ?? [];
    return `is damaged (${finding})`;
  }
}
