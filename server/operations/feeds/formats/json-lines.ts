/** The shop's own JSON Lines: one JSON object per line. */

import { toOwnRecord } from '../../../shop/catalogue/fields/wire.ts';
import { findRepeatedName } from '../../repeated-names.ts';
import type { FeedEntry, Format } from './format.ts';
import { toEntry } from './json-object.ts';
import { type TextChunk, toLines } from './text-chunks.ts';

export const jsonLines: Format = {
  endings: ['.jsonl', '.ndjson'],
  read: readJsonLines,
  write: () => ({
    header: '',
    product: (product) => `${JSON.stringify(toOwnRecord(product))}\n`,
    separator: '',
    footer: '',
  }),
};

/** Skips blank lines. A line that is not an object is a problem of only that line. */
async function* readJsonLines(chunks: AsyncIterable<TextChunk>): AsyncGenerator<FeedEntry> {
  for await (const { line, text } of toLines(chunks)) {
    if (text.trim() !== '') yield readLine(text, line);
  }
}

function readLine(text: string, line: number): FeedEntry {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { line, problem: 'is not valid JSON' };
  }
  return toEntry(value, line, findRepeatedName(text));
}
