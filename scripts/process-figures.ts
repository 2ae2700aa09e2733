/** What Linux counts of a process. */
import { readFileSync } from 'node:fs';

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
