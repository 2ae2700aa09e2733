import { execFileSync } from 'node:child_process';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestFolder } from '../testing/test-database.ts';
import { partOf, removeOldParts } from './part-files.ts';

const folder = await openTestFolder();
const target = join(folder, 'shop.db');

/** The name that a process of this number would use. */
const partOfProcess = (pid: number | string, path = partOf(target)) =>
  path.replace(`-${process.pid}-`, `-${pid}-`);
/** A process that has ended. */
const dead = () => execFileSync('sh', ['-c', 'echo $$']).toString().trim();

async function left(...paths: string[]): Promise<string[]> {
  removeOldParts(folder);
  const names = await readdir(folder);
  return paths.filter((path) => names.includes(basename(path)));
}

test('files of killed processes are removed, also what SQLite adds to them, whatever their target', async () => {
  const old = partOfProcess(dead());
  const paths = [old, `${old}-journal`, partOfProcess(dead(), partOf(join(folder, 'all.csv')))];
  await Promise.all(paths.map((path) => writeFile(path, '')));
  expect(await left(...paths)).toEqual([]);
});

test('files of running processes, those of another host, and whatever has another name stay', async () => {
  const mine = partOf(target);
  const theirs = partOfProcess(process.ppid);
  const elsewhere = partOfProcess(dead(), mine).replace(/\.[0-9a-f]{8}-/, '.00000000-');
  const others = [target, `${target}.part`, join(folder, 'a.123.part')];
  const paths = [mine, theirs, elsewhere, ...others];
  await Promise.all(paths.map((path) => writeFile(path, '')));
  expect(await left(...paths)).toEqual(paths);

  const yesterday = Date.now() / 1000 - 25 * 3600;
  await utimes(elsewhere, yesterday, yesterday);
  expect(await left(elsewhere)).toEqual([]);
});

test('a file of this process that is older than it is of an earlier run, as in a container', async () => {
  const path = partOf(target);
  await writeFile(path, '');
  const before = performance.timeOrigin / 1000 - 60;
  await utimes(path, before, before);
  expect(await left(path)).toEqual([]);
});

test('a folder that is missing is left to who writes to it', () => {
  expect(() => removeOldParts(join(dirname(folder), 'nowhere'))).not.toThrow();
});
