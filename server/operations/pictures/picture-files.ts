/** Finds picture files, and the products that have them. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PICTURES_MAX } from '../../../contract/pictures.ts';
import { quote } from '../../platform/quote.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { toReadError } from '../../platform/system-errors.ts';
import { findOwners } from './picture-names.ts';

/** Ids per query. SQLite accepts at most 32,766 parameters. */
const BATCH_SIZE = 500;
/** What systems and editors write into folders. */
const OF_SYSTEMS = /^(?:\.|~\$|(?:ehthumbs(?:_vista)?|thumbs)\.db$|desktop\.ini$|icon\r$)/i;

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

/** Other files of a folder, whose names have another ending, are passed over. */
const PICTURE =
  /\.(?:jpe?g|jpe|jfif|png|apng|webp|avif|gif|hei[cf]|tiff?|bmp|svg|psd|jp2|jxl|raw|dng|cr2|nef)$/i;
const ENDING = /\.[a-z][a-z\d]{1,5}$/i;

export interface ListedFiles {
  files: string[];
  /** The names of files that are no pictures. */
  passedOver: string[];
}

/** @param path a file, or a folder whose files are read, without its folders @throws OperatorError */
export async function listFiles(path: string): Promise<ListedFiles> {
  try {
    if (!(await stat(path)).isDirectory()) return { files: [path], passedOver: [] };
    const entries = await readdir(path, { withFileTypes: true });
    const names = entries
      .filter((entry) => !entry.isDirectory() && !OF_SYSTEMS.test(entry.name))
      .map(({ name }) => name)
      .toSorted();
    const isPicture = (name: string) => PICTURE.test(name) || !ENDING.test(name);
    return {
      files: names.filter(isPicture).map((name) => join(path, name)),
      passedOver: names.filter((name) => !isPicture(name)),
    };
  } catch (error) {
    throw toReadError(path, error);
  }
}

/** The files of a group are of each of its variants that has no file of its own. */
export async function chooseFiles(db: Db, files: readonly string[]): Promise<ChosenFiles> {
  const problems: PictureProblem[] = [];
  const numbered = new Map<string, Map<number, string>>();
  for (const [file, owner] of await findOwners(db, files)) {
    const about = basename(file);
    if (typeof owner === 'string') {
      problems.push({ about, message: owner });
      continue;
    }
    const { id, number } = owner;
    const taken = numbered.get(id)?.get(number);
    if (taken === undefined) {
      numbered.set(id, (numbered.get(id) ?? new Map()).set(number, file));
    } else {
      const message = `is the same picture of ${quote(id)} as ${basename(taken)}`;
      problems.push({ about, message });
    }
  }
  const ofOwners = new Map([...numbered].map(([id, byNumber]) => [id, inOrder(byNumber)]));
  for (const [id, { length }] of ofOwners) {
    if (length <= PICTURES_MAX) continue;
    problems.push({ about: quote(id), message: `has ${length} files: at most ${PICTURES_MAX}` });
    ofOwners.delete(id);
  }
  return { ofProducts: await spread(db, ofOwners), problems };
}

function inOrder(byNumber: ReadonlyMap<number, string>): string[] {
  return [...byNumber].toSorted(([one], [other]) => one - other).map(([, file]) => file);
}

/** @returns the files of each product by those of products and groups */
async function spread(
  db: Db,
  ofOwners: ReadonlyMap<string, string[]>,
): Promise<Map<string, string[]>> {
  const owners = [...ofOwners.keys()];
  const ofProducts = new Map<string, string[]>();
  for (let start = 0; start < owners.length; start += BATCH_SIZE) {
    const ids = owners.slice(start, start + BATCH_SIZE);
    const rows = await db
      .selectFrom('products')
      .select(['id', 'group_id'])
      .where(({ or, eb }) => or([eb('id', 'in', ids), eb('group_id', 'in', ids)]))
      .orderBy('position')
      .execute();
    for (const { id, group_id } of rows) {
      const files = ofOwners.get(id) ?? ofOwners.get(group_id);
      if (files !== undefined) ofProducts.set(id, files);
    }
  }
  return ofProducts;
}
