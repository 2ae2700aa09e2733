/** The child processes and the temporary folder of a simulation or a bench. All of them are removed when it ends. */
import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findOwner } from './postgres-binaries.ts';

/** The time between the signal to stop and SIGKILL. */
const GRACE_MS = 5_000;
const POLL_INTERVAL_MS = 5;

export interface Child {
  pid: number;
  /** Resolves to the exit code when the process ends; null after a signal. */
  ended: Promise<number | null>;
  hasEnded(): boolean;
  /** Sends a signal. Resolves to the exit code when the process has ended. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** The output on stdout and stderr so far. */
  output(): string;
  outputFile: string;
}

/** The last process is stopped first, because it may use the others. */
const children: Child[] = [];
let folder: string | undefined;
let outputs = 0;

/** The temporary folder of this process. The user who runs PostgreSQL may enter it. */
export function temporaryFolder(): string {
  if (folder === undefined) {
    folder = mkdtempSync(join(tmpdir(), 'qkart-children-'));
    const owner = findOwner();
    if (owner) chownSync(folder, owner.uid, owner.gid);
  }
  return folder;
}

export function startChild(command: string, args: string[], options: SpawnOptions = {}): Child {
  const outputFile = join(temporaryFolder(), `output-${++outputs}.log`);
  const output = openSync(outputFile, 'w');
  const process = spawn(command, args, {
    cwd: temporaryFolder(),
    ...options,
    // The child has its own process group, so that Ctrl+C reaches only this process, which stops its children in order.
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  // The first argument of the event is the exit code.
  const ended = once(process, 'exit').then(([code]) => code as number | null);
  const child: Child = {
    pid: process.pid ?? 0,
    ended,
    hasEnded: () => process.exitCode !== null || process.signalCode !== null,
    end(signal) {
      process.kill(signal);
      return ended;
    },
    output: () => readFileSync(outputFile, 'utf8'),
    outputFile,
  };
  children.unshift(child);
  return child;
}

/** @throws Error with the end of the output if the process ends or takes too long */
export async function untilReady(child: Child, url: string, timeoutMs = 30_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  // A server that accepts connections and never responds must not stop the clock.
  const statusOf = async () => {
    const left = Math.max(1, Math.ceil(deadline - performance.now()));
    return (await fetch(url, { signal: AbortSignal.timeout(left) })).status;
  };
  while ((await statusOf().catch(() => 503)) >= 400) {
    if (child.hasEnded() || performance.now() > deadline) {
      throw new Error(`${url} is not available:\n${child.output().slice(-2_000)}`);
    }
    await sleep(POLL_INTERVAL_MS);
  }
}

export async function stopEverything(): Promise<void> {
  for (const child of children.splice(0)) {
    if (child.hasEnded()) continue;
    AbortSignal.timeout(GRACE_MS).addEventListener('abort', () => child.end('SIGKILL'));
    await child.end('SIGINT');
  }
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  folder = undefined;
}

// Kill the remaining children after an uncaught error.
process.on('exit', () => {
  for (const child of children) if (!child.hasEnded()) child.end('SIGKILL');
  if (folder) rmSync(folder, { recursive: true, force: true });
});
