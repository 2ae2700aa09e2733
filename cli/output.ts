import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes chunks of text as they arrive, and waits for a slow reader. */
export async function writeOutput(
  chunks: AsyncIterable<string>,
  output: Writable = process.stdout,
): Promise<void> {
  try {
    await pipeline(Readable.from(chunks), output, { end: false });
  } catch (error) {
    // The reader, such as `head`, has closed the pipe.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  }
}
