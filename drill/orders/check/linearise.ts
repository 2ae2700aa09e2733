/**
 * Whether answers that were given at the same time could have been given one after the other: the search
 * of Wing and Gong, in the form of Lowe ("Testing for linearizability", 2017), which goes through the
 * history once and keeps every state that the shop may be in by then.
 */

/** A thing that happened at some moment between two events; or perhaps not at all. */
export interface Happening<State> {
  name: string;
  from: number;
  to: number;
  /** False where nobody was told: it may have happened until `to`, or never. */
  isCertain: boolean;
  /** What it makes of a state; nothing where it could not have happened there as it was told. */
  apply(state: State): State | undefined;
}

/** More states than these at a time are a mistake of the drill's: too much was lost at once. */
const STATES_MAX = 200_000;

interface Configuration<State> {
  state: State;
  /** Begun, and not in this state yet. */
  pending: ReadonlySet<number>;
}

type Configurations<State> = Map<string, Configuration<State>>;

/**
 * @param initial can be told from others by its JSON
 * @returns the first happening that no order of them explains; nothing where one explains all
 */
export function findUnexplained<State>(
  initial: State,
  happenings: readonly Happening<State>[],
): Happening<State> | undefined {
  let possible: Configurations<State> = new Map();
  keep(possible, { state: initial, pending: new Set() });
  for (const { index, isBeginning } of inOrder(happenings)) {
    if (isBeginning) {
      possible = mapPending(possible, (pending) => new Set(pending).add(index));
      continue;
    }
    const happening = happenings[index] as Happening<State>;
    const after = whereItHappened(possible, happenings, index);
    if (!happening.isCertain) {
      for (const { state, pending } of possible.values()) {
        keep(after, { state, pending: without(pending, index) });
      }
    }
    if (after.size === 0) return happening;
    if (after.size > STATES_MAX) throw new Error(`Too much may have happened by ${happening.name}`);
    possible = after;
  }
  return undefined;
}

/** All states behind this one, whichever of the others happened before it. */
function whereItHappened<State>(
  possible: Configurations<State>,
  happenings: readonly Happening<State>[],
  wanted: number,
): Configurations<State> {
  const found: Configurations<State> = new Map();
  const seen: Configurations<State> = new Map();
  const stack: Configuration<State>[] = [];
  for (const configuration of possible.values()) {
    if (!configuration.pending.has(wanted)) keep(found, configuration);
    else if (keep(seen, configuration)) stack.push(configuration);
  }
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    for (const index of next.pending) {
      const state = happenings[index]?.apply(next.state);
      if (state === undefined) continue;
      const reached = { state, pending: without(next.pending, index) };
      if (index === wanted) keep(found, reached);
      else if (keep(seen, reached)) stack.push(reached);
    }
  }
  return found;
}

/** Beginnings and ends, as they came; what never ends may happen or not, and nothing comes of it. */
function* inOrder(
  happenings: readonly Happening<unknown>[],
): Generator<{ index: number; isBeginning: boolean }> {
  const moments = [...happenings.entries()].flatMap(([index, { from, to }]) => [
    { index, at: from, isBeginning: true },
    { index, at: to, isBeginning: false },
  ]);
  // What ends with an event ends before something begins with the same one; each begins before it ends.
  const sorted = moments.toSorted((a, b) => a.at - b.at || a.index - b.index);
  for (const { at, ...moment } of sorted) if (Number.isFinite(at)) yield moment;
}

/** @returns whether it is new */
function keep<State>(
  configurations: Configurations<State>,
  configuration: Configuration<State>,
): boolean {
  const pending = [...configuration.pending].toSorted((a, b) => a - b);
  const key = `${pending} ${JSON.stringify(configuration.state)}`;
  if (configurations.has(key)) return false;
  configurations.set(key, configuration);
  return true;
}

function mapPending<State>(
  configurations: Configurations<State>,
  change: (pending: ReadonlySet<number>) => ReadonlySet<number>,
): Configurations<State> {
  const changed: Configurations<State> = new Map();
  for (const { state, pending } of configurations.values()) {
    keep(changed, { state, pending: change(pending) });
  }
  return changed;
}

function without(pending: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const rest = new Set(pending);
  rest.delete(index);
  return rest;
}
