/** What a drill prints when it is over. */
import type { Check } from './checks.ts';
import type { ShoppingRecord } from './record.ts';
import { formatTable, seconds } from './table.ts';
import { type Phase, summarise, type Window } from './timeline.ts';

/** Of one check's violations, as many as a person wants to read. */
const SHOWN_MAX = 5;

interface FailoverReport {
  phases: readonly Phase[];
  windows: readonly Window[];
  record: ShoppingRecord;
  checks: readonly Check[];
  /** Requests that the load balancer tried again itself, so that no shopper saw them fail. */
  hidden: number;
}

export function printFailover({ phases, windows, record, checks, hidden }: FailoverReport): void {
  const rows = phases.map((phase) => {
    const { orders, p50, p99, failures, mended, replays, longestPause } = summarise(phase, record);
    return [
      phase.name,
      seconds(phase.endedAt - phase.startedAt),
      String(orders),
      p50.toFixed(0),
      p99.toFixed(0),
      String(failures),
      String(mended),
      String(replays),
      seconds(longestPause),
    ];
  });
  const heads = ['s', 'orders', 'p50 ms', 'p99 ms', 'errors', 'mended', 'replayed', 'pause s'];
  print(formatTable([['phase', ...heads], ...rows]));
  print(
    'An order is two cart changes and a checkout, retries included; a pause is one of everybody.\n',
  );
  for (const { name, until, to } of windows) {
    const end = Number.isFinite(to)
      ? `everybody had ordered again ${seconds(to - until)} s later`
      : 'somebody never ordered again';
    print(`${name}: ${end}\n`);
  }
  print(`HAProxy tried again by itself, with success: ${hidden} requests\n`);
  for (const [what, count] of countErrors(record)) print(`${count} × ${what}\n`);
  print('\n');
  for (const check of checks) printCheck(check);
}

function countErrors({ failures }: ShoppingRecord): [what: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { what } of failures) counts.set(what, (counts.get(what) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

export function printCheck({ name, found }: Check): void {
  print(`${found.length === 0 ? 'holds ' : 'BROKEN'}  ${name}\n`);
  for (const sentence of found.slice(0, SHOWN_MAX)) print(`        ${sentence}\n`);
  if (found.length > SHOWN_MAX) print(`        and ${found.length - SHOWN_MAX} more\n`);
}

export function print(text: string): void {
  process.stdout.write(text);
}
