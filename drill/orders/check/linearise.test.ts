import { describe, expect, test } from 'vitest';
import { findUnexplained, type Happening } from './linearise.ts';

/** One number that is written and read. */
function written(value: number, from: number, to: number, isCertain = true): Happening<number> {
  return { name: `write ${value}`, from, to, isCertain, apply: () => value };
}

function seen(value: number, from: number, to: number): Happening<number> {
  const apply = (state: number) => (state === value ? state : undefined);
  return { name: `read ${value}`, from, to, isCertain: true, apply };
}

const unexplained = (...happenings: Happening<number>[]) => findUnexplained(0, happenings)?.name;

describe('one after the other', () => {
  test('what was written last is read', () => {
    expect(unexplained(written(1, 1, 2), seen(1, 3, 4))).toBeUndefined();
  });

  test('nothing else is', () => {
    expect(unexplained(written(1, 1, 2), seen(0, 3, 4))).toBe('read 0');
    expect(unexplained(written(1, 1, 2), written(2, 3, 4), seen(1, 5, 6))).toBe('read 1');
  });
});

describe('at the same time', () => {
  test('either may come first', () => {
    for (const last of [1, 2]) {
      expect(unexplained(written(1, 1, 4), written(2, 2, 3), seen(last, 5, 6))).toBeUndefined();
    }
  });

  test('but only one of them, for everybody', () => {
    expect(unexplained(written(1, 1, 4), written(2, 2, 3), seen(1, 5, 6), seen(2, 7, 8))).toBe(
      'read 2',
    );
  });

  test('what was seen once is not unseen', () => {
    expect(unexplained(written(1, 1, 8), seen(1, 2, 3), seen(0, 4, 5))).toBe('read 0');
    expect(unexplained(written(1, 1, 8), seen(0, 2, 3), seen(1, 4, 5))).toBeUndefined();
  });
});

describe('without an answer', () => {
  test('it happened, or it did not', () => {
    for (const value of [0, 1]) {
      expect(unexplained(written(1, 1, 9, false), seen(value, 2, 3))).toBeUndefined();
    }
  });

  test('it may happen later, but not after its server is dead', () => {
    const late = [seen(0, 6, 7), seen(1, 8, 9)] as const;
    expect(unexplained(written(1, 1, 20, false), ...late)).toBeUndefined();
    expect(unexplained(written(1, 1, 5, false), ...late)).toBe('read 1');
  });

  test('it happens once', () => {
    const lost = written(1, 1, 20, false);
    expect(unexplained(lost, seen(1, 2, 3), written(2, 4, 5), seen(2, 6, 7), seen(1, 8, 9))).toBe(
      'read 1',
    );
  });
});
