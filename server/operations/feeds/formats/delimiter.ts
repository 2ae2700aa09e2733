/** Finds out what separates the cells of a table. */
import type { TextChunk } from './text-chunks.ts';

/** The usual ones first: a vertical bar may also be part of a name. */
const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];
/** The line that Excel writes and reads before the header. */
const ANNOUNCEMENT = /^\s*"?sep=(.)"?[,;\s]*$/i;

/**
 * Reads the lines up to the header. A line `sep=;` names the delimiter; otherwise it is the one that the header has
 * most often outside of quotes, and a comma if it has none.
 * @returns all lines; the announcement is blank, so that later lines keep their numbers
 */
export async function findDelimiter(
  lines: AsyncGenerator<TextChunk>,
): Promise<{ delimiter: Delimiter; lines: AsyncGenerator<TextChunk> }> {
  const read: TextChunk[] = [];
  let delimiter: Delimiter = ',';
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const announced = delimiters.find((one) => one === ANNOUNCEMENT.exec(next.value.text)?.[1]);
    read.push(announced === undefined ? next.value : { ...next.value, text: '' });
    if (announced === undefined && next.value.text.trim() === '') continue;
    delimiter = announced ?? mostFrequent(next.value.text);
    break;
  }
  return { delimiter, lines: prepend(read, lines) };
}

function mostFrequent(header: string): Delimiter {
  const unquoted = header.replace(/"(?:[^"]|"")*"/g, '');
  const countOf = (delimiter: string): number => unquoted.split(delimiter).length;
  return delimiters.reduce((best, one) => {
    const isMore = countOf(one) > countOf(best);
    return one === '|' && countOf(best) > 1 ? best : isMore ? one : best;
  });
}

async function* prepend<T>(first: readonly T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* first;
  yield* rest;
}
