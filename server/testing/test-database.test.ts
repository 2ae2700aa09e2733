import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openTestFolder } from './test-database.ts';

const shared = await openTestFolder();
let own = '';

test('a folder that a test opens is there', async () => {
  own = await openTestFolder();
  expect(existsSync(own)).toBe(true);
});

test('and is removed after it; one that is opened before the tests stays', () => {
  expect([existsSync(own), existsSync(shared)]).toEqual([false, true]);
});
