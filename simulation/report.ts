/** Prints results. */
import { Console } from 'node:console';

export interface Check {
  /** The name of the checked invariant. */
  name: string;
  /** A sentence for each violation. */
  found: string[];
}

const VIOLATIONS_SHOWN = 5;

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printTable(rows: readonly object[]): void {
  new Console(process.stdout).table(rows);
}

/** @returns whether all checks passed */
export function printChecks(checks: readonly Check[]): boolean {
  for (const { name, found } of checks) {
    print(`${found.length === 0 ? 'holds   ' : 'VIOLATED'}  ${name}`);
    for (const sentence of found.slice(0, VIOLATIONS_SHOWN)) print(`          ${sentence}`);
    if (found.length > VIOLATIONS_SHOWN) {
      print(`          and ${found.length - VIOLATIONS_SHOWN} more`);
    }
  }
  return checks.every(({ found }) => found.length === 0);
}
