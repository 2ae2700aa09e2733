import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes text while it is made, and no faster than it is read. */
export async function writeOutput(
  chunks: AsyncIterable<string>,
  output: Writable = process.stdout,
): Promise<void> {
  try {
    await pipeline(Readable.from(chunks), output, { end: false });
  } catch (error) {
    // The reader, `head` say, has seen enough.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  }
}
