/** Whether the files of a database that is open are still found under their names. */
import { lstatSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Changes of a folder that are further apart have two times in it, whatever the file system. */
const TWO_TIMES_MS = 4_000;

/**
 * While nothing is made, moved or removed in their folder, the files themselves aren't looked at: a file
 * whose times somebody has seen gets new ones with its next change, which the disk then has to write, too.
 */
export class FilesInPlace {
  readonly #paths: readonly string[];
  readonly #folder: string;
  /** Of the files, once they are open. */
  #inodes: readonly (number | undefined)[] | undefined;
  /** How the folder was when all of them were there; nothing where that doesn't tell. */
  #seenIn: Stats | undefined;
  #canBeElsewhere = true;

  /** @param file path of the database; its log lies beside it */
  constructor(file: string) {
    this.#paths = [file, `${file}-wal`];
    this.#folder = dirname(file);
  }

  /** The files are open now, and those to stay with. */
  remember(): void {
    this.#inodes = this.#paths.map((path) => statsOf(path)?.ino);
    this.#canBeElsewhere = this.#paths.some((path) => isLink(path));
  }

  /** Whether a restart would find the same files, or they aren't open yet. */
  areThere(): boolean {
    if (this.#inodes === undefined) return true;
    const folder = statsOf(this.#folder);
    if (folder !== undefined && isSame(folder, this.#seenIn)) return true;
    const areThere = this.#inodes.every((inode, n) => statsOf(this.#paths[n] ?? '')?.ino === inode);
    this.#seenIn = areThere && !this.#canBeElsewhere && isSettled(folder) ? folder : undefined;
    return areThere;
  }
}

function isSame(folder: Stats, before: Stats | undefined): boolean {
  return folder.mtimeMs === before?.mtimeMs && folder.ino === before.ino;
}

/** Whether the folder's next change will show in its time. */
function isSettled(folder: Stats | undefined): boolean {
  return folder !== undefined && Date.now() - folder.mtimeMs > TWO_TIMES_MS;
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // The folder can't be looked into any more.
    return undefined;
  }
}
