/** Finds picture files, and the product of each by its name: `lamp.jpg`, `lamp-1.jpg`, `lamp-2.jpg`. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join, parse } from 'node:path';
import { PICTURES_MAX } from '../../../contract/pictures.ts';
import { quote } from '../../platform/quote.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { toReadError } from '../../platform/system-errors.ts';

/** Ids per query. SQLite accepts at most 32,766 parameters. */
const BATCH_SIZE = 500;
const NUMBERED = /^(.+)-(\d{1,3})$/s;

export interface PictureProblem {
  /** The name of the file or the id of the product that has the problem. */
  about: string;
  /** The text that follows it: "is no picture". */
  message: string;
}

export interface ChosenFiles {
  /** Paths of files by the id of the product, in the order in which it shows them. */
  ofProducts: Map<string, string[]>;
  problems: PictureProblem[];
}

/** @param path a file, or a folder whose files are read, without its folders @throws OperatorError */
export async function listFiles(path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const entries = await readdir(path, { withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => join(path, name))
      .toSorted();
  } catch (error) {
    throw toReadError(path, error);
  }
}

/** A product may have an id that ends like a number: `lamp-1.jpg` is of the product `lamp-1` if there is one. */
export async function chooseFiles(db: Db, files: readonly string[]): Promise<ChosenFiles> {
  const names = new Map(files.map((file) => [file, parse(file).name.normalize('NFC')]));
  const candidates = [...names.values()].flatMap((name) => [name, splitNumber(name).id]);
  const known = await findIds(db, candidates);
  const problems: PictureProblem[] = [];
  const numbered = new Map<string, Map<number, string>>();
  for (const [file, name] of names) {
    const { id, number } = known.has(name) ? { id: name, number: 0 } : splitNumber(name);
    const taken = numbered.get(id)?.get(number);
    if (!known.has(id))
      problems.push(problem(file, `is of no product: there is none ${quote(id)}`));
    else if (taken === undefined) {
      numbered.set(id, (numbered.get(id) ?? new Map()).set(number, file));
    } else
      problems.push(problem(file, `is the same picture of ${quote(id)} as ${basename(taken)}`));
  }
  const ofProducts = new Map(
    [...numbered].map(([id, byNumber]) => [id, inOrder(byNumber)] as const),
  );
  for (const [id, { length }] of ofProducts) {
    if (length <= PICTURES_MAX) continue;
    problems.push({ about: quote(id), message: `has ${length} files: at most ${PICTURES_MAX}` });
    ofProducts.delete(id);
  }
  return { ofProducts, problems };
}

function inOrder(byNumber: ReadonlyMap<number, string>): string[] {
  return [...byNumber].toSorted(([one], [other]) => one - other).map(([, file]) => file);
}

function splitNumber(name: string): { id: string; number: number } {
  const [, id = name, number = '0'] = NUMBERED.exec(name) ?? [];
  return { id, number: Number(number) };
}

function problem(file: string, message: string): PictureProblem {
  return { about: basename(file), message };
}

async function findIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const rows = await db
      .selectFrom('products')
      .select('id')
      .where('id', 'in', ids.slice(start, start + BATCH_SIZE))
      .execute();
    for (const { id } of rows) found.add(id);
  }
  return found;
}
