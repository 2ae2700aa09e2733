import { mkdir, rename, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openTestFolder } from '../../test-database.ts';
import { FilesInPlace } from './files-in-place.ts';

const HOUR_S = 3_600;

/** Whatever was done in it since. */
async function setAge(folder: string, seconds: number): Promise<void> {
  const time = Math.floor(Date.now() / 1_000) - seconds;
  await utimes(folder, time, time);
}

async function makeDatabase(folder: string): Promise<string> {
  const file = join(folder, 'shop.db');
  for (const name of [file, `${file}-wal`]) await writeFile(name, 'pages');
  return file;
}

/** In a folder of that age, and seen in it. */
async function seenAt(file: string, seconds: number): Promise<FilesInPlace> {
  await setAge(dirname(file), seconds);
  const files = new FilesInPlace(file);
  files.remember();
  expect(files.areThere()).toBe(true);
  return files;
}

describe('a file that is moved', () => {
  test.each(['', '-wal'])('shop.db%s out of a folder that was long as it is', async (suffix) => {
    const file = await makeDatabase(await openTestFolder());
    const files = await seenAt(file, HOUR_S);
    await rename(file + suffix, `${file}-elsewhere`);
    expect(files.areThere()).toBe(false);
    expect(files.areThere()).toBe(false);
    await rename(`${file}-elsewhere`, file + suffix);
    expect(files.areThere()).toBe(true);
  });

  test('in the same moment in which the folder was looked at: its time tells nothing', async () => {
    const file = await makeDatabase(await openTestFolder());
    const files = await seenAt(file, 1);
    await rename(file, `${file}-elsewhere`);
    await setAge(dirname(file), 1);
    expect(files.areThere()).toBe(false);
  });

  test('behind a link, of which its folder knows nothing', async () => {
    const [folder, elsewhere] = [await openTestFolder(), await openTestFolder()];
    const real = await makeDatabase(elsewhere);
    const file = join(folder, 'shop.db');
    await symlink(real, file);
    const files = await seenAt(file, HOUR_S);
    await rename(real, `${real}-elsewhere`);
    expect(files.areThere()).toBe(false);
  });

  test('with its folder, in whose place there is another one as old', async () => {
    const folder = join(await openTestFolder(), 'data');
    await mkdir(folder);
    const file = await makeDatabase(folder);
    const files = await seenAt(file, HOUR_S);
    const { mtime } = await stat(folder);
    await rename(folder, `${folder}-elsewhere`);
    await mkdir(folder);
    await makeDatabase(folder);
    await utimes(folder, mtime, mtime);
    expect(files.areThere()).toBe(false);
  });
});

test('while its folder stays as it was for long, a file is not looked at', async () => {
  const file = await makeDatabase(await openTestFolder());
  const files = await seenAt(file, HOUR_S);
  const { mtime } = await stat(dirname(file));
  await rename(file, `${file}-elsewhere`);
  await utimes(dirname(file), mtime, mtime);
  expect(files.areThere()).toBe(true);
});
