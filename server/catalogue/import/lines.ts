/** A file's text with its line numbers, read in constant memory. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { ImportError, MalformedInput } from './problems.ts';

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
 * @throws ImportError where the file can't be read, MalformedInput where it is not UTF-8
 */
export async function* readPieces(file: string): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let number = 1;
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new MalformedInput(number, 'is not UTF-8');
    }
  };
  for await (const chunk of readChunks(file)) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      yield { number, text: decode(chunk.subarray(start, end + 1)) };
      number++;
      start = end + 1;
    }
    if (start < chunk.length) yield { number, text: decode(chunk.subarray(start)) };
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

/** @throws ImportError where there is no file to read, before it is opened: a pipe would wait then */
export async function requireFile(file: string): Promise<void> {
  const stats = await stat(file).catch((error) => {
    throw asImportError(file, error);
  });
  if (stats.isDirectory()) throw new ImportError(`${file} is a directory.`);
  if (!stats.isFile()) throw new ImportError(`${file} is no regular file.`);
}

async function* readChunks(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file);
  } catch (error) {
    throw asImportError(file, error);
  }
}

function asImportError(file: string, error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new ImportError(`${file} does not exist.`);
    case 'EACCES':
    case 'EPERM':
      return new ImportError(`${file} may not be read by this user.`);
    default:
      return new ImportError(`${file} can't be read: ${error.message}.`);
  }
}
