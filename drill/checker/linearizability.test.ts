import { describe, expect, test } from 'vitest';
import { type Effect, findUnexplained } from './linearizability.ts';

/** Writes and reads of one register, which holds 0 at first. */
function write(value: number, from: number, to: number, isCertain = true): Effect<number> {
  return { name: `write ${value}`, from, to, isCertain, apply: () => value };
}

function read(value: number, from: number, to: number): Effect<number> {
  const apply = (state: number) => (state === value ? state : undefined);
  return { name: `read ${value}`, from, to, isCertain: true, apply };
}

const unexplained = (...effects: Effect<number>[]) => findUnexplained(0, effects)?.name;

describe('operations one after the other', () => {
  test('a read returns the last write', () => {
    expect(unexplained(write(1, 1, 2), read(1, 3, 4))).toBeUndefined();
    expect(unexplained(write(1, 1, 2), read(0, 3, 4))).toBe('read 0');
    expect(unexplained(write(1, 1, 2), write(2, 3, 4), read(1, 5, 6))).toBe('read 1');
  });
});

describe('operations at the same time', () => {
  test('either may take effect first', () => {
    for (const last of [1, 2]) {
      expect(unexplained(write(1, 1, 4), write(2, 2, 3), read(last, 5, 6))).toBeUndefined();
    }
  });

  test('the order is the same for all', () => {
    expect(unexplained(write(1, 1, 4), write(2, 2, 3), read(1, 5, 6), read(2, 7, 8))).toBe(
      'read 2',
    );
  });

  test('what was read once stays', () => {
    expect(unexplained(write(1, 1, 8), read(1, 2, 3), read(0, 4, 5))).toBe('read 0');
    expect(unexplained(write(1, 1, 8), read(0, 2, 3), read(1, 4, 5))).toBeUndefined();
  });
});

describe('operations without a response', () => {
  test('they may take effect or not', () => {
    for (const value of [0, 1]) {
      expect(unexplained(write(1, 1, 9, false), read(value, 2, 3))).toBeUndefined();
    }
  });

  test('they may take effect later, but not after the death of the server', () => {
    const late = [read(0, 6, 7), read(1, 8, 9)] as const;
    expect(unexplained(write(1, 1, 20, false), ...late)).toBeUndefined();
    expect(unexplained(write(1, 1, 5, false), ...late)).toBe('read 1');
  });

  test('they take effect once', () => {
    const lost = write(1, 1, 20, false);
    const reads = [read(1, 2, 3), write(2, 4, 5), read(2, 6, 7), read(1, 8, 9)];
    expect(unexplained(lost, ...reads)).toBe('read 1');
  });
});
