/** JSON as the readers of both its formats meet it. */
import { MalformedInput } from './problems.ts';

type JsonObject = Record<string, unknown>;

/**
 * @param line where the text begins
 * @throws MalformedInput naming the line of the mistake, which may be further down
 */
export function parseJson(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new MalformedInput(line + linesBefore(mistakeIn(text, error), text), 'is not valid JSON');
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** V8 tells the position of a mistake in its message, unless the text just ended too early. */
function mistakeIn(text: string, error: unknown): number {
  const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
  return position === undefined ? text.trimEnd().length : Number(position);
}

function linesBefore(position: number, text: string): number {
  return text.slice(0, position).split('\n').length - 1;
}
