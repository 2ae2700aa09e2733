/** A file's text with its line numbers, read in constant memory. */
import { MalformedInput } from './problems.ts';

/** Characters of one line, or of one record over several; more is no product. */
export const RECORD_MAX_LENGTH = 1_000_000;
const NEWLINE = 0x0a;

export interface Line {
  /** From 1. */
  number: number;
  text: string;
}

/**
 * The text in pieces that are a line each, its line break included; a line longer than what is read
 * at a time comes in several pieces. A byte order mark is left out.
 * @throws MalformedInput where it is not UTF-8, and what reading the blocks throws
 */
export async function* readPieces(blocks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let number = 1;
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new MalformedInput(number, 'is not UTF-8');
    }
  };
  for await (const block of blocks) {
    let start = 0;
    for (let end = block.indexOf(NEWLINE); end >= 0; end = block.indexOf(NEWLINE, start)) {
      yield { number, text: decode(block.subarray(start, end + 1)) };
      number++;
      start = end + 1;
    }
    if (start < block.length) yield { number, text: decode(block.subarray(start)) };
  }
  decode();
}

/**
 * Whole lines, without their line breaks.
 * @throws MalformedInput for a line that is too long
 */
export async function* joinLines(pieces: AsyncIterable<Line>): AsyncGenerator<Line> {
  let begun = '';
  let last = 0;
  for await (const { number, text } of pieces) {
    begun += text;
    last = number;
    if (begun.length > RECORD_MAX_LENGTH) {
      throw new MalformedInput(number, `is longer than ${RECORD_MAX_LENGTH} characters`);
    }
    if (!text.endsWith('\n')) continue;
    yield { number, text: begun.replace(/\r?\n$/, '') };
    begun = '';
  }
  if (begun !== '') yield { number: last, text: begun };
}
