/** A scenario is what `npm run drill -- NAME` runs. */
import type { ParseArgsConfig } from 'node:util';

export interface Scenario {
  /** One line for the list of scenarios. */
  summary: string;
  /** What it does and needs, and its options; printed by `--help`. */
  help: string;
  options?: NonNullable<ParseArgsConfig['options']>;
  /**
   * @returns whether everything holds that must hold
   * @throws RangeError if an option has an impossible value
   */
  run(options: Record<string, unknown>): Promise<boolean>;
}

/** @throws RangeError if the option is no whole number */
export function wholeNumber(name: string, value: unknown, fallback: number): number {
  if (value === undefined) return fallback;
  if (/^[0-9]{1,10}$/.test(String(value))) return Number(value);
  throw new RangeError(`--${name} takes a whole number, not "${value}".`);
}
