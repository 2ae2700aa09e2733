/** Reads a file's text with line numbers, in constant memory. */
import { MalformedInput } from '../errors.ts';

/** The maximum of characters of one record. In a longer one, a quote or bracket is usually not closed. */
export const RECORD_MAX_LENGTH = 1_000_000;
const NEWLINE = 0x0a;
const SAVE_AS_UTF8 = 'save it as UTF-8, in a spreadsheet as “CSV UTF-8”';
const WORKBOOK = 'is a workbook or an archive; in the spreadsheet, save it as “CSV UTF-8”';
const UTF_16 = `is UTF-16; ${SAVE_AS_UTF8}`;
/** The first bytes, as Latin-1, of files that are taken for feeds by mistake. */
const knownStarts: readonly (readonly [start: string, problem: string])[] = [
  ['PK\x03\x04', WORKBOOK],
  ['\xd0\xcf\x11\xe0', WORKBOOK],
  ['\x1f\x8b', 'is compressed; unpack it with gunzip'],
  ['%PDF-', 'is a PDF document'],
  ['\xff\xfe', UTF_16],
  ['\xfe\xff', UTF_16],
];
const HTML_PAGE = /^(\xef\xbb\xbf)?\s*<(!doctype html|html)[\s>]/i;
/** The bytes in which a page in HTML is recognized. */
const START_LENGTH = 200;
const LINE_BREAK = /[\r\n]/;
/** Matches text whose first line break is a carriage return alone. A later character shows that no `\n` follows. */
const LONE_RETURN = /^[^\r\n]*\r[^\n]/;

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
  let isStart = true;
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new MalformedInput(line, `is not UTF-8; ${SAVE_AS_UTF8}`);
    }
  };
  for await (const block of blocks) {
    if (isStart) requireText(block);
    isStart = false;
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

/** @throws MalformedInput for a file that is no text, or a page */
function requireText(block: Buffer): void {
  const start = block.toString('latin1', 0, START_LENGTH);
  const [, problem] = knownStarts.find(([bytes]) => start.startsWith(bytes)) ?? [];
  if (problem !== undefined) throw new MalformedInput(1, problem);
  // In UTF-16, every other byte of a text in ASCII is 0.
  if (block.subarray(0, 2).includes(0)) throw new MalformedInput(1, UTF_16);
  if (!HTML_PAGE.test(start)) return;
  throw new MalformedInput(
    1,
    'is a page in HTML; log in to where it comes from, and download it again',
  );
}

/**
 * Ends every line with `\n` if the first one ends with a carriage return alone, as some spreadsheets write. In other
 * files a carriage return inside a line is text.
 */
export async function* unifyLineBreaks(
  chunks: AsyncIterable<TextChunk>,
): AsyncGenerator<TextChunk> {
  let hasReturns: boolean | undefined;
  let held = '';
  let line = 1;
  for await (const chunk of chunks) {
    hasReturns ??= LINE_BREAK.test(chunk.text) ? LONE_RETURN.test(chunk.text) : undefined;
    if (hasReturns !== true) {
      yield chunk;
      continue;
    }
    const text = held + chunk.text;
    held = text.endsWith('\r') ? '\r' : '';
    const whole = text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n');
    for (const piece of whole.split(/(?<=\n)/)) {
      yield { line, text: piece };
      if (piece.endsWith('\n')) line++;
    }
  }
  if (held !== '') yield { line, text: '\n' };
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
