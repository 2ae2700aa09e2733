/** A file that must not change while it is imported. */
import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { OperatorError } from '../../../platform/operator-error.ts';
import { toReadError } from '../../../platform/system-errors.ts';

/** Larger blocks are no faster and take more memory. */
const BLOCK_BYTES = 256 * 1024;

/** Where a feed comes from. It is read once. */
export interface Source {
  /** What messages call it. */
  readonly path: string;
  read(): AsyncGenerator<Buffer>;
}

/** A stream such as the standard input. */
export function sourceOf(name: string, stream: AsyncIterable<Buffer | string>): Source {
  return {
    path: name,
    async *read() {
      for await (const block of stream) yield Buffer.from(block);
    },
  };
}

/** Reads the file in constant memory. Fails if it is written to meanwhile, because a part of it may be old. */
export class SourceFile implements Source {
  readonly path: string;
  readonly #stats: Stats;

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

  /** @throws OperatorError if the file can't be read, or was written to or replaced since it was opened */
  async *read(): AsyncGenerator<Buffer> {
    yield* readBlocks(this.path, this.size);
    const { size, mtimeMs, ino } = await statFile(this.path);
    const opened = this.#stats;
    const isSame = size === opened.size && mtimeMs === opened.mtimeMs && ino === opened.ino;
    if (!isSame) throw new OperatorError(`${this.path} was changed while it was being imported.`);
  }
}

async function* readBlocks(path: string, size: number): AsyncGenerator<Buffer> {
  if (size === 0) return;
  try {
    yield* createReadStream(path, { end: size - 1, highWaterMark: BLOCK_BYTES });
  } catch (error) {
    throw toReadError(path, error);
  }
}

async function statFile(path: string): Promise<Stats> {
  return stat(path).catch((error) => {
    throw toReadError(path, error);
  });
}
