/** A scenario is what `npm run drill -- NAME` runs. */
import type { ParseArgsConfig } from 'node:util';

export interface Scenario {
  /** One line for the list of scenarios. */
  summary: string;
  /** What it does and needs, and its options. */
  help: string;
  options?: NonNullable<ParseArgsConfig['options']>;
  /**
   * @returns whether everything holds that must hold
   * @throws RangeError if an option has an impossible value
   */
  run(options: Record<string, unknown>): Promise<boolean>;
}

/** Something that a scenario needs is not installed; the message says how to get it. */
export class MissingPart extends Error {}
