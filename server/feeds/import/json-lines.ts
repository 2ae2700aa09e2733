/** JSON lines: one object a line. */
import { isJsonObject, parseJson } from './json.ts';
import { joinLines, type Line } from './lines.ts';
import { MalformedInput } from './problems.ts';
import type { Entry } from './records.ts';

/** Blank lines are nothing; one that is no object is a problem of that line alone. */
export async function* readJsonLines(pieces: AsyncIterable<Line>): AsyncGenerator<Entry> {
  for await (const { number, text } of joinLines(pieces)) {
    if (text.trim() !== '') yield readLine(text, number);
  }
}

function readLine(text: string, line: number): Entry {
  try {
    const record = parseJson(text, line);
    return isJsonObject(record) ? { line, record } : { line, problem: 'is not a JSON object' };
  } catch (error) {
    if (error instanceof MalformedInput) return { line, problem: error.message };
    throw error;
  }
}
