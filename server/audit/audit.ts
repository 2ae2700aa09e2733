/** Everything that has to be true of a shop's database at any time, whatever happened before. */
import type { Engine } from '../storage/engine.ts';
import type { Db } from '../storage/schema.ts';
import { guardsAreThere } from './constraints.ts';
import { fileInvariants } from './file.ts';
import type { Invariant } from './invariant.ts';
import { moneyInvariants } from './money.ts';
import { rowInvariants } from './rows.ts';

/** True of the rows, on either engine. */
export const bookInvariants: readonly Invariant[] = [...rowInvariants, ...moneyInvariants];

/** All of them; those come first that the others build on. */
export function invariantsOf(engine: Engine): readonly Invariant[] {
  const ofFile = engine === 'sqlite' ? fileInvariants : [];
  return [...ofFile, guardsAreThere, ...bookInvariants];
}

export interface Contradiction {
  /** The invariant's name. */
  name: string;
  /** What contradicts it. */
  found: string[];
}

/** @returns the invariants that don't hold */
export async function findContradictions(
  db: Db,
  invariants: readonly Invariant[],
): Promise<Contradiction[]> {
  const contradictions: Contradiction[] = [];
  for (const { name, find } of invariants) {
    const found = await find(db);
    if (found.length > 0) contradictions.push({ name, found });
  }
  return contradictions;
}
