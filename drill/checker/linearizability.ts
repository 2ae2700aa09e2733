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

/** A state, and the operations that have begun and not yet taken effect in it. */
interface Configuration<State> {
  state: State;
  pending: ReadonlySet<number>;
}

/** Reaching more is a mistake of the drill: too many outcomes are unknown at once. */
const CONFIGURATIONS_MAX = 200_000;

/** Configurations without duplicates. States are equal if their JSON is. */
class Configurations<State> extends Map<string, Configuration<State>> {
  /** @returns whether it is new */
  add(state: State, pending: ReadonlySet<number>): boolean {
    const key = `${[...pending].toSorted((a, b) => a - b)} ${JSON.stringify(state)}`;
    if (this.has(key)) return false;
    this.set(key, { state, pending });
    return true;
  }
}

/** @returns the first effect that no order of them explains; undefined if an order explains all */
export function findUnexplained<State>(
  initial: State,
  effects: readonly Effect<State>[],
): Effect<State> | undefined {
  let possible = new Configurations<State>();
  possible.add(initial, new Set());
  for (const { index, isBeginning } of beginningsAndEnds(effects)) {
    const effect = effects[index] as Effect<State>;
    let next = new Configurations<State>();
    if (isBeginning) {
      for (const { state, pending } of possible.values())
        next.add(state, new Set(pending).add(index));
    } else {
      next = linearize(possible, effects, index);
      if (!effect.isCertain) {
        for (const { state, pending } of possible.values())
          next.add(state, without(pending, index));
      }
      if (next.size === 0) return effect;
    }
    if (next.size > CONFIGURATIONS_MAX) throw new Error(`Too many states at ${effect.name}`);
    possible = next;
  }
  return undefined;
}

/** @returns the configurations after the wanted effect, with any others before it */
function linearize<State>(
  possible: Configurations<State>,
  effects: readonly Effect<State>[],
  wanted: number,
): Configurations<State> {
  const found = new Configurations<State>();
  const seen = new Configurations<State>();
  const stack: Configuration<State>[] = [];
  const visit = (state: State, pending: ReadonlySet<number>) => {
    if (!pending.has(wanted)) found.add(state, pending);
    else if (seen.add(state, pending)) stack.push({ state, pending });
  };
  for (const { state, pending } of possible.values()) visit(state, pending);
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    for (const index of next.pending) {
      const state = effects[index]?.apply(next.state);
      if (state !== undefined) visit(state, without(next.pending, index));
    }
  }
  return found;
}

/** In the order of the history. An effect without an end is never required. */
function beginningsAndEnds(
  effects: readonly Interval[],
): { index: number; at: number; isBeginning: boolean }[] {
  return effects
    .flatMap(({ from, to }, index) => [
      { index, at: from, isBeginning: true },
      { index, at: to, isBeginning: false },
    ])
    .filter(({ at }) => Number.isFinite(at))
    .toSorted((a, b) => a.at - b.at || a.index - b.index);
}

function without(pending: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const rest = new Set(pending);
  rest.delete(index);
  return rest;
}
