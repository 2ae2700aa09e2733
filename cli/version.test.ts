import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestFolder } from '../server/testing/test-database.ts';
import { describeVersion } from './version.ts';

test('a package knows its commit, a checkout does not', async () => {
  const folder = await openTestFolder();
  expect(describeVersion('1.2.3', folder)).toBe('1.2.3');
  await mkdir(join(folder, 'build'));
  await writeFile(join(folder, 'build/commit'), '746098d1c2ab-dirty\n');
  expect(describeVersion('1.2.3', folder)).toBe('1.2.3 (746098d1c2ab-dirty)');
});
