import { expect, test } from 'vitest';
import { type Effect, findUnexplained } from './linearizability.ts';

/** Writes and reads of one register, whose initial value is 0. */
const write = (value: number, from: number, to: number, isCertain = true): Effect<number> => ({
  ...{ name: `write ${value}`, from, to, isCertain },
  apply: () => value,
});
const read = (value: number, from: number, to: number): Effect<number> => ({
  ...{ name: `read ${value}`, from, to, isCertain: true },
  apply: (state) => (state === value ? state : undefined),
});
const lost = (value: number, from: number, to: number) => write(value, from, to, false);

/** Each case has the name of the operation that no order explains. */
const cases: [name: string, unexplained: string | undefined, ...effects: Effect<number>[]][] = [
  ['a read returns the write before', undefined, write(1, 1, 2), read(1, 3, 4)],
  ['and no older value', 'read 0', write(1, 1, 2), read(0, 3, 4)],
  ['and no older write', 'read 1', write(1, 1, 2), write(2, 3, 4), read(1, 5, 6)],
  [
    'of two writes at once, the first may win',
    undefined,
    write(1, 1, 4),
    write(2, 2, 3),
    read(1, 5, 6),
  ],
  ['or the second', undefined, write(1, 1, 4), write(2, 2, 3), read(2, 5, 6)],
  ['but not both', 'read 2', write(1, 1, 4), write(2, 2, 3), read(1, 5, 6), read(2, 7, 8)],
  ['what was read once stays', 'read 0', write(1, 1, 8), read(1, 2, 3), read(0, 4, 5)],
  ['a write takes effect before it ends', undefined, write(1, 1, 8), read(0, 2, 3), read(1, 4, 5)],
  ['a write without response may take effect', undefined, lost(1, 1, 9), read(1, 2, 3)],
  ['or not', undefined, lost(1, 1, 9), read(0, 2, 3)],
  ['or later', undefined, lost(1, 1, 20), read(0, 6, 7), read(1, 8, 9)],
  ['but not after the death of the server', 'read 1', lost(1, 1, 5), read(0, 6, 7), read(1, 8, 9)],
  [
    'and once',
    'read 1',
    lost(1, 1, 20),
    read(1, 2, 3),
    write(2, 4, 5),
    read(2, 6, 7),
    read(1, 8, 9),
  ],
];

test.each(cases)('%s', (_name, unexplained, ...effects) => {
  expect(findUnexplained(0, effects)?.name).toBe(unexplained);
});
