/** A file as it was when it was opened: what is written later is no part of it, or is noticed. */
import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { ImportError } from './problems.ts';

/** Bytes read at a time: larger blocks are no faster, and many of them wait for the collector. */
const BLOCK_BYTES = 256 * 1024;

/**
 * Reads the same bytes each time, in constant memory, or says that they are others by now: an import
 * checks a file in its first reading and relies on that in its second.
 */
export class SourceFile {
  readonly path: string;
  readonly #stats: Stats;
  #digest: string | undefined;

  private constructor(path: string, stats: Stats) {
    this.path = path;
    this.#stats = stats;
  }

  /** @throws ImportError where there is no file to read, before it is opened: a pipe would wait then */
  static async open(path: string): Promise<SourceFile> {
    const stats = await statFile(path);
    if (stats.isDirectory()) throw new ImportError(`${path} is a directory.`);
    if (!stats.isFile()) throw new ImportError(`${path} is no regular file.`);
    return new SourceFile(path, stats);
  }

  /** SHA-256 of the content, hex; known once it was read to its end. */
  get digest(): string {
    if (this.#digest === undefined) throw new Error(`${this.path} was not read to its end`);
    return this.#digest;
  }

  /** @throws ImportError where it can't be read, or is not what it was when it was opened or read */
  async *read(): AsyncGenerator<Buffer> {
    const { size } = this.#stats;
    if ((await statFile(this.path)).size !== size) throw this.changed();
    const hash = createHash('sha256');
    let length = 0;
    for await (const block of readBlocks(this.path, size)) {
      hash.update(block);
      length += block.length;
      yield block;
    }
    const digest = hash.digest('hex');
    this.#digest ??= digest;
    if (length !== size || digest !== this.#digest) throw this.changed();
  }

  /**
   * A look from outside, without reading: between steps that can't be taken back.
   * @throws ImportError where somebody wrote to the file or put another in its place
   */
  async requireUntouched(): Promise<void> {
    const { size, mtimeMs, ino } = await statFile(this.path);
    const was = this.#stats;
    if (size !== was.size || mtimeMs !== was.mtimeMs || ino !== was.ino) throw this.changed();
  }

  /** For who notices it before the reading is done. */
  changed(): ImportError {
    return new ImportError(`${this.path} was changed while it was being imported.`);
  }
}

async function* readBlocks(path: string, size: number): AsyncGenerator<Buffer> {
  if (size === 0) return;
  try {
    yield* createReadStream(path, { end: size - 1, highWaterMark: BLOCK_BYTES });
  } catch (error) {
    throw asImportError(path, error);
  }
}

async function statFile(path: string): Promise<Stats> {
  return stat(path).catch((error) => {
    throw asImportError(path, error);
  });
}

function asImportError(path: string, error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new ImportError(`${path} does not exist.`);
    case 'EACCES':
    case 'EPERM':
      return new ImportError(`${path} may not be read by this user.`);
    default:
      return new ImportError(`${path} can't be read: ${error.message}.`);
  }
}
