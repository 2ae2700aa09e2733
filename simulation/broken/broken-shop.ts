/** A shop that is broken on purpose by texts that replace others in its sources. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InvariantName } from '../checker/checker.ts';
import type { Plan } from '../simulate.ts';

/** A text that replaces another in a module; see hook.ts. */
export interface Replacement {
  /** The module's URL. */
  module: string;
  from: string;
  to: string;
}

export interface BrokenShop {
  /** Of the checker, or one of the audit that knows operators. */
  violates: InvariantName | `every operator's ${string}`;
  /** What differs from the usual run, so that the defect shows soon. */
  plan?: Partial<Plan>;
  /** Whether it takes more than 5 seconds of the processor to find; the quick tests leave it out. */
  isSlow?: boolean;
  replacements: Replacement[];
}

const server = resolve(import.meta.dirname, '../../server');
export const inFile = (name: string) => (from: string, to: string) => {
  return { module: pathToFileURL(resolve(server, name)).href, from, to };
};
/** Shoppers alone. */
export const shopping: Partial<Plan> = { operators: 0 };
/** What needs no crash shows sooner without: orders are shipped, and paid back again and again. */
export const calm: Partial<Plan> = { lastsMax: 5_000, checkChance: 0.01, operations: 250 };
export const operated: Partial<Plan> = { ...calm, shoppers: 2, operators: 3 };
