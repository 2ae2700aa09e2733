/** The interface of a scenario, which `npm run drill -- NAME` runs. */
import type { ParseArgsConfig } from 'node:util';

export interface Scenario {
  /** One line for the list of scenarios. */
  summary: string;
  /** A description of the scenario, its requirements and its options. */
  help: string;
  options?: NonNullable<ParseArgsConfig['options']>;
  /**
   * @returns whether every check passed
   * @throws RangeError if an option has an impossible value
   */
  run(options: Record<string, unknown>): Promise<boolean>;
}

/** A program that a scenario needs is not installed. The message says how to install it. */
export class MissingPart extends Error {}
