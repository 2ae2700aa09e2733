/** A file that must not change while it is imported. */
import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { OperatorError } from '../../platform/operator-error.ts';

/** Larger blocks are no faster and take more memory. */
const BLOCK_BYTES = 256 * 1024;

/**
 * Reads the file in constant memory. Fails if a second reading finds other content, because the import relies on
 * the checks of the first.
 */
export class SourceFile {
  readonly path: string;
  readonly #stats: Stats;
  #digest: string | undefined;

  private constructor(path: string, stats: Stats) {
    this.path = path;
    this.#stats = stats;
  }

  /** @throws OperatorError if the path is no regular file. Nothing else is opened, because a pipe would block. */
  static async open(path: string): Promise<SourceFile> {
    const stats = await statFile(path);
    if (stats.isDirectory()) throw new OperatorError(`${path} is a directory.`);
    if (!stats.isFile()) throw new OperatorError(`${path} is no regular file.`);
    return new SourceFile(path, stats);
  }

  /** Bytes. */
  get size(): number {
    return this.#stats.size;
  }

  /** The SHA-256 of the content in hex. It is known after the first complete reading. */
  get digest(): string {
    if (this.#digest === undefined) throw new Error(`${this.path} was not read to its end`);
    return this.#digest;
  }

  /** @throws OperatorError if the file can't be read, or has changed since it was opened or read */
  async *read(): AsyncGenerator<Buffer> {
    const { size } = this;
    if ((await statFile(this.path)).size !== size) throw this.changedError();
    const hash = createHash('sha256');
    let length = 0;
    for await (const block of readBlocks(this.path, size)) {
      hash.update(block);
      length += block.length;
      yield block;
    }
    const digest = hash.digest('hex');
    this.#digest ??= digest;
    if (length !== size || digest !== this.#digest) throw this.changedError();
  }

  /**
   * Compares size, time and inode: a cheap check before each commit.
   * @throws OperatorError if the file was written to or replaced
   */
  async requireUnchanged(): Promise<void> {
    const { size, mtimeMs, ino } = await statFile(this.path);
    const opened = this.#stats;
    const isSame = size === opened.size && mtimeMs === opened.mtimeMs && ino === opened.ino;
    if (!isSame) throw this.changedError();
  }

  changedError(): OperatorError {
    return new OperatorError(`${this.path} was changed while it was being imported.`);
  }
}

async function* readBlocks(path: string, size: number): AsyncGenerator<Buffer> {
  if (size === 0) return;
  try {
    yield* createReadStream(path, { end: size - 1, highWaterMark: BLOCK_BYTES });
  } catch (error) {
    throw toImportError(path, error);
  }
}

async function statFile(path: string): Promise<Stats> {
  return stat(path).catch((error) => {
    throw toImportError(path, error);
  });
}

function toImportError(path: string, error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new OperatorError(`${path} does not exist.`);
    case 'EACCES':
    case 'EPERM':
      return new OperatorError(`${path} may not be read by this user.`);
    default:
      return new OperatorError(`${path} can't be read: ${error.message}.`);
  }
}
