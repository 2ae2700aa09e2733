/**
 * Checks linearizability: whether overlapping operations have an order in which every response is right. It is the
 * search of Wing and Gong in the form of Lowe ("Testing for linearizability", 2017), which goes through the history
 * once and keeps every possible state of the object.
 */
import type { Interval } from './calls.ts';

/** An effect that happens once in its interval. */
export interface Effect<State> extends Interval {
  name: string;
  /** False if there is no response. Such an effect may also never happen. */
  isCertain: boolean;
  /** @returns the next state, or undefined if the response is impossible in this state */
  apply(state: State): State | undefined;
}

/** The limit of the search. A run that exceeds it has too many unknown outcomes at once. */
const CONFIGURATIONS_MAX = 200_000;

/** The indexes of effects that have begun and are not applied yet. */
type Pending = ReadonlySet<number>;

/** Distinct states with their pending effects. States are equal if their JSON is equal. */
class Configurations<State> extends Map<string, { state: State; pending: Pending }> {
  add(state: State, pending: Pending): void {
    const key = `${[...pending].toSorted((a, b) => a - b)} ${JSON.stringify(state)}`;
    if (!this.has(key)) this.set(key, { state, pending });
  }
}

/** @returns the first effect that no order of the effects explains; undefined if an order explains all of them */
export function findUnexplained<State>(
  initial: State,
  effects: readonly Effect<State>[],
): Effect<State> | undefined {
  // The moments are in the order of the history. An effect without an end is never required.
  const moments = effects
    .flatMap((effect, index) => [
      { effect, index, at: effect.from, isBeginning: true },
      { effect, index, at: effect.to, isBeginning: false },
    ])
    .filter(({ at }) => Number.isFinite(at))
    .toSorted((a, b) => a.at - b.at || a.index - b.index);
  let possible = new Configurations<State>();
  possible.add(initial, new Set());
  for (const { effect, index, isBeginning } of moments) {
    const next = isBeginning ? new Configurations<State>() : linearize(possible, effects, index);
    for (const { state, pending } of possible.values()) {
      if (isBeginning) next.add(state, new Set(pending).add(index));
      else if (!effect.isCertain) next.add(state, without(pending, index));
    }
    if (next.size === 0) return effect;
    if (next.size > CONFIGURATIONS_MAX) throw new Error(`Too many states at ${effect.name}`);
    possible = next;
  }
  return undefined;
}

/** @returns the configurations after the wanted effect, with any other effects before it */
function linearize<State>(
  possible: Configurations<State>,
  effects: readonly Effect<State>[],
  wanted: number,
): Configurations<State> {
  const found = new Configurations<State>();
  const visited = new Configurations<State>();
  const visit = (state: State, pending: Pending): void => {
    (pending.has(wanted) ? visited : found).add(state, pending);
  };
  for (const { state, pending } of possible.values()) visit(state, pending);
  // The iteration includes entries that are added during it.
  for (const { state, pending } of visited.values()) {
    for (const index of pending) {
      const after = effects[index]?.apply(state);
      if (after !== undefined) visit(after, without(pending, index));
    }
  }
  return found;
}

function without(pending: Pending, index: number): Pending {
  const rest = new Set(pending);
  rest.delete(index);
  return rest;
}
