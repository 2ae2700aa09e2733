/** The child processes of a drill and its temporary folder. None is left when the drill ends. */
import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findOwner } from '../scripts/postgres.ts';

/** From the signal to stop to SIGKILL. */
const GRACE_MS = 5_000;
const TAIL_CHARACTERS = 2_000;

export interface Child {
  readonly pid: number;
  /** The exit code; null after a signal. */
  readonly ended: Promise<number | null>;
  hasEnded(): boolean;
  kill(signal: NodeJS.Signals): void;
  /** What it wrote to stdout and stderr. @param from leaves out so many bytes */
  output(from?: number): string;
  /** The bytes of its output. */
  written(): number;
}

interface ChildOptions extends Pick<SpawnOptions, 'env' | 'uid' | 'gid'> {
  /** Makes it stop in order, and at once. */
  stopSignal: NodeJS.Signals;
}

/** The last one is stopped first, because it may use the others. */
const children: { child: Child; stopSignal: NodeJS.Signals }[] = [];
let folder: string | undefined;
let outputs = 0;

/** Of this process alone. The user who runs PostgreSQL may enter it. */
export function drillFolder(): string {
  if (folder === undefined) {
    folder = mkdtempSync(join(tmpdir(), 'qkart-drill-'));
    const owner = findOwner();
    if (owner) chownSync(folder, owner.uid, owner.gid);
  }
  return folder;
}

export function startChild(
  command: string,
  args: readonly string[],
  { stopSignal, ...options }: ChildOptions,
): Child {
  const file = join(drillFolder(), `output-${++outputs}.log`);
  const output = openSync(file, 'w');
  const process = spawn(command, args, {
    ...options,
    cwd: drillFolder(),
    // A process group of its own: Ctrl+C reaches the drill, which stops its children in order.
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const child: Child = {
    pid: process.pid ?? 0,
    // The arguments of the event.
    ended: once(process, 'exit').then(([code]) => code as number | null),
    hasEnded: () => process.exitCode !== null || process.signalCode !== null,
    kill: (signal) => process.kill(signal),
    output: (from = 0) => readFileSync(file).subarray(from).toString(),
    written: () => statSync(file).size,
  };
  children.unshift({ child, stopSignal });
  return child;
}

/** @throws Error with the end of the output if the process ends or takes too long */
export async function untilReady(
  child: Child,
  name: string,
  isReady: () => Promise<boolean>,
  timeoutMs: number,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isReady().catch(() => false))) {
    if (child.hasEnded() || performance.now() > deadline) {
      throw new Error(`${name} does not start:\n${lastWordsOf(child)}`);
    }
    await sleep(20);
  }
}

export function lastWordsOf(child: Child): string {
  return child.output().slice(-TAIL_CHARACTERS);
}

export async function stopEverything(): Promise<void> {
  for (const { child, stopSignal } of children.splice(0)) {
    if (child.hasEnded()) continue;
    child.kill(stopSignal);
    AbortSignal.timeout(GRACE_MS).addEventListener('abort', () => child.kill('SIGKILL'));
    await child.ended;
  }
  removeFolder();
}

function removeFolder(): void {
  if (folder === undefined) return;
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  folder = undefined;
}

// After an uncaught error.
process.on('exit', () => {
  for (const { child } of children) if (!child.hasEnded()) child.kill('SIGKILL');
  removeFolder();
});
