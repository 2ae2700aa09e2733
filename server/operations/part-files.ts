/**
 * Temporary names of files that are written whole or not at all: each is renamed when it is complete. A process that is
 * killed leaves its file, which the next writer in that folder removes.
 */
import { hash, randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Host and process, and a random part; then what SQLite adds to the name of a database. */
const NAME = /\.([0-9a-f]{8})-(\d+)-[0-9a-f]{8}\.part(?:-journal|-wal|-shm)?$/;
/** Age after which a file is abandoned, even if another host has made it. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** A unique name beside the target. */
export function partOf(target: string): string {
  return `${target}.${hostKey()}-${process.pid}-${randomBytes(4).toString('hex')}.part`;
}

/** Removes what processes that were killed have left in a folder. What can't be removed stays. */
export function removeOldParts(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (isOld(path)) rmSync(path, { force: true });
    }
  } catch {
    // Whoever may not list the folder, or remove from it, may still write to it.
  }
}

function isOld(path: string): boolean {
  const [, host, pid] = NAME.exec(path) ?? [];
  if (pid === undefined) return false;
  const writtenAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Date.now() - writtenAt > ABANDONED_MS) return true;
  if (host !== hostKey()) return false;
  // In a container each run may have the same number.
  return Number(pid) === process.pid ? writtenAt < performance.timeOrigin : !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user may not be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Short, because the name of a file has at most 255 bytes. */
function hostKey(): string {
  return hash('sha256', hostname()).slice(0, 8);
}
