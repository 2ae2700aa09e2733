/** Reads a file's text with line numbers, in constant memory. */
import { MalformedFile } from '../records.ts';

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
const PAGE = 'is a page in HTML; log in to where it comes from, and download it again';
/** The bytes in which a page in HTML is recognized. */
const START_LENGTH = 200;

/** A line with its line break. A line that is longer than one block of bytes consists of several chunks. */
export interface TextChunk {
  /** The number of the line, from 1. */
  line: number;
  text: string;
}

/**
 * Decodes UTF-8, drops a byte order mark, and ends each line with `\n`, also after a carriage return.
 * @throws MalformedFile if the bytes are not UTF-8, or those of another kind of file
 */
export async function* readText(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<TextChunk> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  let isStart = true;
  /** A carriage return, until it is known whether `\n` follows. */
  let held = '';
  const decode = (bytes?: Uint8Array): string => {
    try {
      return held + decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new MalformedFile(line, `is not UTF-8; ${SAVE_AS_UTF8}`);
    }
  };
  for await (const block of blocks) {
    if (isStart) requireText(block);
    isStart = false;
    // Decodes line by line, so that the error of invalid UTF-8 names the line.
    for (let start = 0; start < block.length; ) {
      const end = block.indexOf(NEWLINE, start) + 1 || block.length;
      const text = decode(block.subarray(start, end));
      start = end;
      held = text.endsWith('\r') ? '\r' : '';
      for (const part of unifyLines(text.slice(0, text.length - held.length))) {
        yield { line, text: part };
        if (part.endsWith('\n')) line++;
      }
    }
  }
  if (decode() !== '') yield { line, text: '\n' };
}

function unifyLines(text: string): string[] {
  if (!text.includes('\r')) return text === '' ? [] : [text];
  return text.replace(/\r\n?/g, '\n').split(/(?<=\n)/);
}

/** @throws MalformedFile for a file that is no text, or a page */
function requireText(block: Uint8Array): void {
  const start = Buffer.from(block.subarray(0, START_LENGTH)).toString('latin1');
  const [, problem] = knownStarts.find(([bytes]) => start.startsWith(bytes)) ?? [];
  if (problem !== undefined) throw new MalformedFile(1, problem);
  // In UTF-16 without a mark, every other byte of a text in ASCII is 0.
  if (start.slice(0, 2).includes('\0')) throw new MalformedFile(1, UTF_16);
  if (HTML_PAGE.test(start)) throw new MalformedFile(1, PAGE);
}

/**
 * Joins chunks to whole lines, without their line breaks.
 * @throws MalformedFile if a line is longer than the maximum record
 */
export async function* toLines(chunks: AsyncIterable<TextChunk>): AsyncGenerator<TextChunk> {
  let text = '';
  let lastLine = 0;
  for await (const chunk of chunks) {
    text += chunk.text;
    lastLine = chunk.line;
    if (text.length > RECORD_MAX_LENGTH) {
      throw new MalformedFile(lastLine, `is longer than ${RECORD_MAX_LENGTH} characters`);
    }
    if (!text.endsWith('\n')) continue;
    yield { line: lastLine, text: text.slice(0, -1) };
    text = '';
  }
  if (text !== '') yield { line: lastLine, text };
}
