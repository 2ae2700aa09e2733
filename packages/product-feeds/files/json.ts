/** Reads the objects of a JSON array, and of JSON Lines. */
import { jsonParser, type Token } from 'stream-json/parser.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import { MalformedFile, type UnreadableRecord } from '../records.ts';
import { quote } from '../values.ts';
import { RECORD_MAX_LENGTH, readText, type TextChunk, toLines } from './text.ts';

/**
 * The padding is appended to each line. The parser reads some characters ahead before it reports a mistake. With these
 * spaces it reports the mistake within its line.
 */
const LINE_PADDING = ' '.repeat(32);

export interface JsonObject {
  line: number;
  values: ReadonlyMap<string, unknown>;
}

/** Skips blank lines. A line that is not an object is a problem of only that line. */
export async function* readJsonLines(
  blocks: AsyncIterable<Uint8Array>,
): AsyncGenerator<JsonObject | UnreadableRecord> {
  for await (const { line, text } of toLines(readText(blocks))) {
    if (text.trim() !== '') yield readLine(text, line);
  }
}

function readLine(text: string, line: number): JsonObject | UnreadableRecord {
  try {
    return toObject(JSON.parse(text), line, findRepeatedName(text));
  } catch {
    return { line, problem: 'is not valid JSON' };
  }
}

/** @throws MalformedFile for anything but one JSON array */
export async function* readJsonArray(
  blocks: AsyncIterable<Uint8Array>,
): AsyncGenerator<JsonObject | UnreadableRecord> {
  const reader = new ArrayReader();
  for await (const chunk of readText(blocks)) yield* reader.read(chunk);
  reader.end();
}

/** @param repeated a name that the object has twice, if any: nobody knows which value is meant */
function toObject(
  value: unknown,
  line: number,
  repeated: string | undefined,
): JsonObject | UnreadableRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { line, problem: 'is not a JSON object' };
  }
  if (repeated !== undefined) return { line, problem: `has the field ${quote(repeated)} twice` };
  return { line, values: new Map(Object.entries(value)) };
}

class ArrayReader {
  readonly #parse = jsonParser({ streamValues: false });
  readonly #assemble = streamArray();
  readonly #names = new RepeatedNames();
  #state: 'before' | 'inside' | 'behind' = 'before';
  #line = 1;
  /** The line of the element that is being read; undefined between elements. */
  #elementLine: number | undefined;
  /** The number of characters since the last element ended. */
  #length = 0;

  *read({ line, text }: TextChunk): Generator<JsonObject | UnreadableRecord> {
    this.#line = line;
    if (this.#state === 'before' && !/^\s*(?:\[|$)/.test(text)) throw this.#noArray();
    this.#length += text.length;
    for (const token of this.#tokensOf(text.endsWith('\n') ? text + LINE_PADDING : text)) {
      if (this.#state === 'before') {
        this.#state = 'inside';
      } else if (this.#elementLine === undefined) {
        if (token.name === 'endArray') this.#state = 'behind';
        else this.#elementLine = line;
      }
      this.#names.read(token);
      const element = this.#assemble(token);
      if (typeof element === 'symbol' || !('key' in element)) continue;
      yield toObject(element.value, this.#elementLine ?? line, this.#names.take());
      this.#elementLine = undefined;
      this.#length = 0;
    }
    if (this.#length > RECORD_MAX_LENGTH) {
      throw new MalformedFile(
        line,
        `goes on for more than ${RECORD_MAX_LENGTH} characters without a complete product`,
      );
    }
  }

  /** @throws MalformedFile if the array is incomplete */
  end(): void {
    if (this.#state === 'before') throw this.#noArray();
    if (this.#state === 'inside') throw new MalformedFile(this.#line, 'is not valid JSON');
  }

  #noArray(): MalformedFile {
    return new MalformedFile(this.#line, 'is not a JSON array');
  }

  #tokensOf(text: string) {
    try {
      const tokens = this.#parse(text);
      return typeof tokens === 'symbol' ? [] : tokens.values;
    } catch {
      throw new MalformedFile(this.#line, 'is not valid JSON');
    }
  }
}

/** Finds names that a JSON object has twice. `JSON.parse` keeps the last value of such a name and says nothing. */
class RepeatedNames {
  /** The names of each open object. */
  readonly #objects: Set<string>[] = [];
  #found: string | undefined;

  read(token: Token): void {
    if (token.name === 'startObject') this.#objects.push(new Set());
    else if (token.name === 'endObject') this.#objects.pop();
    else if (token.name === 'keyValue') {
      const names = this.#objects.at(-1);
      if (names?.has(token.value)) this.#found ??= token.value;
      names?.add(token.value);
    }
  }

  /** @returns the first repeated name since the last call */
  take(): string | undefined {
    const found = this.#found;
    this.#found = undefined;
    return found;
  }
}

/** @param json valid JSON */
export function findRepeatedName(json: string): string | undefined {
  const names = new RepeatedNames();
  const tokens = jsonParser({ streamValues: false })(json);
  if (typeof tokens !== 'symbol') for (const token of tokens.values) names.read(token);
  return names.take();
}
