/** Reads a file's text with line numbers, in constant memory. */
import { MalformedInput } from '../errors.ts';

/** The maximum of characters of one record. In a longer one, a quote or bracket is usually not closed. */
export const RECORD_MAX_LENGTH = 1_000_000;
const NEWLINE = 0x0a;

/** A line with its line break. A line that is longer than one block of bytes consists of several chunks. */
export interface TextChunk {
  /** The number of the line, from 1. */
  line: number;
  text: string;
}

/**
 * Decodes UTF-8 and drops a byte order mark.
 * @throws MalformedInput if the bytes are not UTF-8
 */
export async function* readChunks(blocks: AsyncIterable<Buffer>): AsyncGenerator<TextChunk> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new MalformedInput(line, 'is not UTF-8');
    }
  };
  for await (const block of blocks) {
    let start = 0;
    for (let end = block.indexOf(NEWLINE); end >= 0; end = block.indexOf(NEWLINE, start)) {
      yield { line, text: decode(block.subarray(start, end + 1)) };
      line++;
      start = end + 1;
    }
    if (start < block.length) yield { line, text: decode(block.subarray(start)) };
  }
  decode();
}

/**
 * Joins chunks to whole lines, without their line breaks.
 * @throws MalformedInput if a line is longer than the maximum record
 */
export async function* toLines(chunks: AsyncIterable<TextChunk>): AsyncGenerator<TextChunk> {
  let text = '';
  let lastLine = 0;
  for await (const chunk of chunks) {
    text += chunk.text;
    lastLine = chunk.line;
    if (text.length > RECORD_MAX_LENGTH) {
      throw new MalformedInput(lastLine, `is longer than ${RECORD_MAX_LENGTH} characters`);
    }
    if (!text.endsWith('\n')) continue;
    yield { line: lastLine, text: text.replace(/\r?\n$/, '') };
    text = '';
  }
  if (text !== '') yield { line: lastLine, text };
}
