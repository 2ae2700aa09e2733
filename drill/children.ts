/** The processes and folders of a drill, and that none is left when it ends, however it ends. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
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

const GRACE_MS = 5_000;
/** Of what a process wrote, as much as a person wants to read. */
const TAIL_CHARACTERS = 2_000;

export interface Child {
  readonly pid: number;
  /** The exit code; null where a signal ended it. */
  readonly ended: Promise<number | null>;
  hasEnded(): boolean;
  kill(signal: NodeJS.Signals): void;
  /** All that it wrote, to stdout and stderr. @param from leaves out so many bytes */
  output(from?: number): string;
  /** How many bytes that is. */
  written(): number;
}

/** Asked to stop in this order: who uses another one comes first. */
const children: { child: Child; stopSignal: NodeJS.Signals }[] = [];
let folder: string | undefined;
let outputs = 0;

/** A folder of this drill alone, which whoever runs the database may enter. */
export function drillFolder(): string {
  if (folder === undefined) {
    folder = mkdtempSync(join(tmpdir(), 'qkart-drill-'));
    const owner = findOwner();
    if (owner) chownSync(folder, owner.uid, owner.gid);
  }
  return folder;
}

interface ChildOptions extends Pick<SpawnOptions, 'env' | 'uid' | 'gid'> {
  /** What makes it stop at once and in order. */
  stopSignal: NodeJS.Signals;
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
    // Ctrl+C is the drill's: it decides in which order its parts go.
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const child: Child = {
    pid: process.pid ?? 0,
    ended: ending(process),
    hasEnded: () => process.exitCode !== null || process.signalCode !== null,
    kill: (signal) => process.kill(signal),
    output: (from = 0) => readFileSync(file).subarray(from).toString(),
    written: () => statSync(file).size,
  };
  children.unshift({ child, stopSignal });
  return child;
}

async function ending(process: ChildProcess): Promise<number | null> {
  const [code] = (await once(process, 'exit')) as [number | null];
  return code;
}

/** Waits until it is there. @throws Error with what the process wrote, where it ended or took too long */
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

/** The end of what it wrote. */
export function lastWordsOf(child: Child): string {
  return child.output().slice(-TAIL_CHARACTERS);
}

export async function stopEverything(): Promise<void> {
  for (const { child, stopSignal } of children.splice(0)) {
    if (child.hasEnded()) continue;
    child.kill(stopSignal);
    const tooLate = AbortSignal.timeout(GRACE_MS);
    tooLate.addEventListener('abort', () => child.kill('SIGKILL'));
    await child.ended;
  }
  removeFolder();
}

function removeFolder(): void {
  if (folder === undefined) return;
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  folder = undefined;
}

/** What a defect of the drill's own left behind. */
process.on('exit', () => {
  for (const { child } of children) if (!child.hasEnded()) child.kill('SIGKILL');
  removeFolder();
});
