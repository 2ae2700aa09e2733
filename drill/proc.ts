/** What Linux tells of running processes. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { MissingPart } from './missing.ts';

interface ProcessState {
  parent: number;
  /** Ticks of CPU that it used, and those of its children that ended. */
  ticks: number;
}

/** Fields behind the command's name, which may hold blanks; see proc(5). */
const PARENT = 1;
const TIMES = [11, 12, 13, 14];

function readState(pid: number): ProcessState | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = TIMES.reduce((sum, field) => sum + Number(fields[field]), 0);
    return { parent: Number(fields[PARENT]), ticks };
  } catch {
    return undefined;
  }
}

/** None where there is no /proc. */
export function childrenOf(pid: number): number[] {
  if (!existsSync('/proc/self/stat')) return [];
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .map(Number)
    .filter((candidate) => readState(candidate)?.parent === pid);
}

/** Milliseconds of CPU that a process and its children used so far. @throws MissingPart without /proc */
export function cpuMs(pid: number): number {
  if (!existsSync('/proc/self/stat')) {
    throw new MissingPart('This drill reads CPU times from /proc, which only Linux has.');
  }
  const ticks = [pid, ...childrenOf(pid)].map((each) => readState(each)?.ticks ?? 0);
  return (ticks.reduce((sum, each) => sum + each, 0) * 1_000) / ticksPerSecond();
}

let clockTicks: number | undefined;

function ticksPerSecond(): number {
  clockTicks ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return clockTicks;
}

/** Ticks of all processors, since the machine started. */
export interface ProcessorTime {
  wanted: number;
  /** Of those, what the host of a virtual machine gave to others. */
  stolen: number;
}

/** Fields of the first line of /proc/stat, its name left out; see proc_stat(5). */
const STOLEN = 7;
const IDLE = [3, 4];
/** Those behind them are counted among the others already. */
const FIELDS = 8;

/** Nothing where there is no /proc. */
export function processorTime(): ProcessorTime | undefined {
  if (!existsSync('/proc/stat')) return undefined;
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const fields = line
    .split(/ +/)
    .slice(1, 1 + FIELDS)
    .map(Number);
  const wanted = fields.filter((_, field) => !IDLE.includes(field));
  return { wanted: wanted.reduce((sum, each) => sum + each, 0), stolen: fields[STOLEN] ?? 0 };
}

/** Memory that a process has in use. */
export function residentKib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
}
