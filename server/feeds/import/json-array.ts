/** One JSON array of objects, taken apart as it comes in: only one element is in memory at a time. */
import { isJsonObject, parseJson } from './json.ts';
import { type Line, RECORD_MAX_LENGTH } from './lines.ts';
import { MalformedInput } from './problems.ts';
import type { Entry } from './records.ts';

/** @throws MalformedInput where the file isn't one JSON array */
export async function* readJsonArray(pieces: AsyncIterable<Line>): AsyncGenerator<Entry> {
  const splitter = new ArraySplitter();
  for await (const piece of pieces) {
    for (const { number: line, text } of splitter.push(piece)) {
      const record = parseJson(text, line);
      yield isJsonObject(record) ? { line, record } : { line, problem: 'is not a JSON object' };
    }
  }
  splitter.end();
}

/**
 * Finds where the elements of an array begin and end: at the commas and the bracket that stand in
 * no string and no nested value. Whether an element is JSON is for the parser to say.
 */
class ArraySplitter {
  #place: 'before' | 'inside' | 'behind' = 'before';
  /** The element that is being read, as far as it is known, and the line it begins in. */
  #element = '';
  #elementLine = 1;
  /** Whether an element must follow, since a comma was the last thing. */
  #afterComma = false;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #line = 1;

  /** @returns the elements that end in this piece, with the line they begin in */
  *push({ number, text }: Line): Generator<Line> {
    this.#line = number;
    let start = 0;
    for (let at = 0; at < text.length; at++) {
      const char = text.charAt(at);
      if (this.#place !== 'inside') {
        this.#passOutside(char);
        start = at + 1;
      } else if (this.#endsElement(char)) {
        this.#extend(text.slice(start, at));
        start = at + 1;
        yield* this.#finishElement(char);
      }
    }
    if (this.#place === 'inside') this.#extend(text.slice(start));
  }

  /** @throws MalformedInput where the array isn't complete */
  end(): void {
    if (this.#place === 'before') throw new MalformedInput(this.#line, 'is not a JSON array');
    if (this.#place === 'inside') this.#fail();
  }

  #passOutside(char: string): void {
    if (char.trim() === '') return;
    if (this.#place === 'behind') throw new MalformedInput(this.#line, 'is not valid JSON');
    if (char !== '[') throw new MalformedInput(this.#line, 'is not a JSON array');
    this.#place = 'inside';
  }

  /** Keeps track of strings and nesting. */
  #endsElement(char: string): boolean {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (char === '\\') this.#escaped = true;
      else if (char === '"') this.#inString = false;
      return false;
    }
    if (this.#depth === 0 && (char === ',' || char === ']')) return true;
    if (char === '"') this.#inString = true;
    else if (char === '{' || char === '[') this.#depth++;
    else if (char === '}' || char === ']') this.#depth--;
    return false;
  }

  #extend(text: string): void {
    if (this.#element === '') {
      this.#element = text.trimStart();
      this.#elementLine = this.#line;
    } else {
      this.#element += text;
    }
    if (this.#element.length > RECORD_MAX_LENGTH) this.#fail();
  }

  *#finishElement(char: string): Generator<Line> {
    const isEmptyArray = this.#element === '' && char === ']' && !this.#afterComma;
    if (!isEmptyArray) yield { number: this.#elementLine, text: this.#element };
    this.#element = '';
    this.#afterComma = char === ',';
    if (char === ']') this.#place = 'behind';
  }

  /** The element doesn't end where it should: the parser knows best where it went wrong. */
  #fail(): never {
    parseJson(this.#element, this.#elementLine);
    throw new MalformedInput(this.#line, 'is not valid JSON');
  }
}
