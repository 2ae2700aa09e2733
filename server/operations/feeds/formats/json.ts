/** The shop's own JSON: one array of objects. */
import { jsonParser } from 'stream-json/parser.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import { toOwnRecord } from '../../../shop/catalogue/fields/wire.ts';
import { RepeatedNames } from '../../repeated-names.ts';
import { MalformedInput } from '../errors.ts';
import type { FeedEntry, Format } from './format.ts';
import { toEntry } from './json-object.ts';
import { RECORD_MAX_LENGTH, type TextChunk } from './text-chunks.ts';

/**
 * The padding is appended to each line. The parser reads some characters ahead before it reports a mistake. With these
 * spaces it reports the mistake within its line.
 */
const LINE_PADDING = ' '.repeat(32);

export const json: Format = {
  endings: ['.json'],
  read: readJson,
  write: () => ({
    header: '[\n',
    product: (product) => JSON.stringify(toOwnRecord(product)),
    separator: ',\n',
    footer: '\n]\n',
  }),
};

/** @throws MalformedInput for anything but one JSON array */
async function* readJson(chunks: AsyncIterable<TextChunk>): AsyncGenerator<FeedEntry> {
  const reader = new ArrayReader();
  for await (const chunk of chunks) yield* reader.read(chunk);
  reader.end();
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

  *read({ line, text }: TextChunk): Generator<FeedEntry> {
    this.#line = line;
    this.#requireArray(text);
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
      yield toEntry(element.value, this.#elementLine ?? line, this.#names.take());
      this.#elementLine = undefined;
      this.#length = 0;
    }
    if (this.#length > RECORD_MAX_LENGTH) {
      throw new MalformedInput(
        line,
        `goes on for more than ${RECORD_MAX_LENGTH} characters without a complete product`,
      );
    }
  }

  /** @throws MalformedInput if the array is incomplete */
  end(): void {
    if (this.#state === 'before') throw new MalformedInput(this.#line, 'is not a JSON array');
    if (this.#state === 'inside') throw new MalformedInput(this.#line, 'is not valid JSON');
  }

  #requireArray(text: string): void {
    if (this.#state !== 'before' || /^\s*(?:\[|$)/.test(text)) return;
    throw new MalformedInput(this.#line, 'is not a JSON array');
  }

  #tokensOf(text: string) {
    try {
      const tokens = this.#parse(text);
      return typeof tokens === 'symbol' ? [] : tokens.values;
    } catch {
      throw new MalformedInput(this.#line, 'is not valid JSON');
    }
  }
}
