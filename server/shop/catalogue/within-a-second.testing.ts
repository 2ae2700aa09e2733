import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Db } from '../../platform/storage/schema.ts';
import { readVersion } from './store.ts';

/**
 * Expects a value after at most a second, in which a server polls the version four times. The second is measured in
 * such polls, because each of them takes longer on a busy machine.
 */
export async function expectWithinASecond<T>(
  db: Db,
  read: () => Promise<T>,
  expected: T,
): Promise<void> {
  for (let poll = 0; poll < 4 && (await read()) !== expected; poll++) {
    await sleep(250);
    await readVersion(db);
  }
  expect(await read()).toBe(expected);
}
