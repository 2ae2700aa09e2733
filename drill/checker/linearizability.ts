/**
 * Linearizability: whether operations that overlap in time can be put into one order in which every response
 * is right. The search of Wing and Gong in the form of Lowe ("Testing for linearizability", 2017): it goes
 * through the history once and keeps every state that the object may be in.
 */
import type { Interval } from './calls.ts';

/** Takes effect once in its interval. */
export interface Effect<State> extends Interval {
  name: string;
  /** False if there is no response: then it may also never take effect. */
  isCertain: boolean;
  /** @returns the next state, or undefined if the response is impossible in this state */
  apply(state: State): State | undefined;
}

/** More are a mistake of the drill: too many outcomes are unknown at once. */
const CONFIGURATIONS_MAX = 200_000;

/** Effects that have begun, by their index, and have not yet been applied. */
type Pending = ReadonlySet<number>;

/** States with what is pending in each, without duplicates. States are equal if their JSON is. */
class Configurations<State> extends Map<string, { state: State; pending: Pending }> {
  add(state: State, pending: Pending): void {
    const key = `${[...pending].toSorted((a, b) => a - b)} ${JSON.stringify(state)}`;
    if (!this.has(key)) this.set(key, { state, pending });
  }
}

/** @returns the first effect that no order of them explains; undefined if an order explains all */
export function findUnexplained<State>(
  initial: State,
  effects: readonly Effect<State>[],
): Effect<State> | undefined {
  // In the order of the history. An effect without an end is never required.
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

/** @returns the configurations after the wanted effect, with any of the others before it */
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
  // A map also iterates over what is added meanwhile.
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
