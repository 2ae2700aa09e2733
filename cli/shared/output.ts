import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toWriteError } from '../../server/platform/system-errors.ts';

/** Writes chunks of text as they arrive, and waits for a slow reader. */
export async function writeOutput(
  chunks: AsyncIterable<string | Buffer>,
  output: Writable = process.stdout,
): Promise<void> {
  try {
    await pipeline(Readable.from(chunks), output, { end: false });
  } catch (error) {
    // The reader, such as `head`, has closed the pipe.
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return;
    throw toWriteError('The output', error);
  }
}

/** Writes a page for the printer. @param none the sentence for one without any text */
export async function writePage(chunks: AsyncIterable<string>, none: string): Promise<void> {
  await writeOutput(orElse(chunks, () => process.stderr.write(`${none}\n`)));
}

async function* orElse(chunks: AsyncIterable<string>, say: () => void): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const chunk of chunks) {
    isEmpty = false;
    yield chunk;
  }
  if (isEmpty) say();
}

/**
 * Writes the chunks to a temporary file first, and then that to the output: a slow reader must not keep a snapshot of
 * the database open.
 * @param make passes the chunks on, and returns when they are written to the file
 */
export async function writeSpooled(
  make: (spool: (chunks: AsyncIterable<string>) => Promise<void>) => Promise<void>,
  output: Writable = process.stdout,
): Promise<void> {
  const refuse = (error: unknown): never => {
    throw toWriteError(`A temporary file in ${tmpdir()}`, error);
  };
  const folder = await mkdtemp(join(tmpdir(), 'qkart-')).catch(refuse);
  const file = join(folder, 'output');
  try {
    await make((chunks) =>
      pipeline(Readable.from(chunks), createWriteStream(file, { mode: 0o600 })).catch(refuse),
    );
    await writeOutput(createReadStream(file), output);
  } finally {
    await rm(folder, { recursive: true });
  }
}
