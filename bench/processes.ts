/** Servers that are measured, each a process of its own, and what Linux counts of a process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../scripts/postgres.ts';

/** Of this run. */
export const temporaryFolder = mkdtempSync(join(tmpdir(), 'qkart-bench-'));
const children: ChildProcess[] = [];

// Nothing is left behind, however the run ends. A signal alone would skip the exit handler.
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(temporaryFolder, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

export interface Server {
  port: number;
  pid: number;
  logFile: string;
  stop(): Promise<void>;
}

export interface StartOptions {
  env?: Record<string, string>;
  /** The server is ready when it answers there. */
  readyPath?: string;
  timeoutMs?: number;
}

/**
 * @param args for Node: a script that listens on PORT, and options
 * @throws Error with the end of the log if the server doesn't become ready
 */
export async function startServer(
  args: readonly string[],
  { env = {}, readyPath = '/', timeoutMs = 30_000 }: StartOptions = {},
): Promise<Server> {
  const port = await freePort();
  const logFile = join(temporaryFolder, `server-${children.length}.log`);
  const log = openSync(logFile, 'w');
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
    stdio: ['ignore', log, log],
  });
  const ended = once(child, 'exit');
  children.push(child);
  const deadline = performance.now() + timeoutMs;
  const statusOf = () => fetch(`http://127.0.0.1:${port}${readyPath}`).then(({ status }) => status);
  while ((await statusOf().catch(() => 503)) >= 400) {
    if (child.exitCode !== null || performance.now() > deadline) {
      throw new Error(`A server did not start:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
    }
    await sleep(5);
  }
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { port, pid: child.pid ?? 0, logFile, stop };
}

/** CPU time of a process and its children so far, in milliseconds; NaN where there is no /proc. */
export function cpuMs(pid: number): number {
  const children = readProc(`${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  const ticks = [pid, ...children].flatMap((each) => {
    const stat = readProc(`${each}/stat`);
    // Fields 14 to 17 of proc_pid_stat(5): user and system time, the same of ended children. A tick is 10 ms.
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number);
  });
  return ticks.length === 0 ? Number.NaN : ticks.reduce((sum, each) => sum + each) * 10;
}

/** Resident memory in MiB; NaN where there is no /proc. */
export function residentMib(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readProc(`${pid}/status`))?.[1]) / 1_024;
}

/** Empty where there is no such file, or no such process any more. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}
