/** Decisions that are the same again where the seed is. */

export interface Random {
  /** From 0 to 1, without 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(min: number, max: number): number;
  /** @param share of 1 */
  chance(share: number): boolean;
  /** @throws Error where there is nothing to pick from */
  pick<T>(items: readonly T[]): T;
  /** One of these, the more often the greater its number. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T;
  /** Another stream of decisions, which doesn't depend on how many are made of this one. */
  fork(name: string): Random;
}

export function randomFrom(seed: number, name = ''): Random {
  // Mulberry32: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
  let state = hash(`${seed} ${name}`);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick(items) {
      const picked = items[between(0, items.length - 1)];
      if (picked === undefined) throw new Error('There is nothing to pick from');
      return picked;
    },
    weighted<T extends string>(weights: Readonly<Record<T, number>>) {
      // The names are the type's own.
      const entries = Object.entries(weights) as [T, number][];
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of entries) {
        rest -= weight;
        if (rest < 0) return item;
      }
      throw new Error('There is nothing to pick from');
    },
    fork: (child) => randomFrom(seed, `${name}/${child}`),
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return value;
}
