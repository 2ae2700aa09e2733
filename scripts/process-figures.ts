/** Reads the CPU time and the memory of a process on Linux. */
import { readFileSync } from 'node:fs';

/** The CPU time of a process and its ended children in milliseconds; NaN if there is no /proc. */
export function cpuMs(pid: number): number {
  const children = readProc(`${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  const ticks = [pid, ...children].flatMap((each) => {
    const stat = readProc(`${each}/stat`);
    // Fields 14 to 17 of proc_pid_stat(5) are user and system time, own and of ended children. A tick is 10 ms.
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number);
  });
  return ticks.length === 0 ? Number.NaN : ticks.reduce((sum, each) => sum + each) * 10;
}

/** The CPU time of a process's main thread in milliseconds; NaN if there is no /proc. */
export function mainThreadCpuMs(pid: number): number {
  return Number.parseInt(readProc(`${pid}/task/${pid}/schedstat`), 10) / 1_000_000;
}

/** The resident memory in MiB; NaN if there is no /proc. */
export function residentMib(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readProc(`${pid}/status`))?.[1]) / 1_024;
}

/** Reads a file of /proc; empty if the file or the process does not exist. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}
