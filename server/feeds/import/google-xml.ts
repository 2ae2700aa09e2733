/** Google Merchant Center's feed as XML: items of RSS, or entries of Atom. */
import { SaxesParser } from 'saxes';
import { fromGoogle } from './google.ts';
import { type Line, RECORD_MAX_LENGTH } from './lines.ts';
import { MalformedInput, quote } from './problems.ts';
import type { Entry, FileRecord } from './records.ts';

/** Of the elements that are Google's own, whatever prefix a feed has for it. */
const GOOGLE = 'http://base.google.com/ns/1.0';
const ROOTS = ['rss', 'feed', 'rdf'];
const PRODUCTS = ['item', 'entry'];
/** Characters that the parser is given at a time. */
const BLOCK_LENGTH = 64 * 1024;

/** @throws MalformedInput where it isn't well-formed, or no feed */
export async function* readGoogleXml(pieces: AsyncIterable<Line>): AsyncGenerator<Entry> {
  const reader = new FeedReader();
  try {
    let block = '';
    for await (const { text } of pieces) {
      block += text;
      if (block.length < BLOCK_LENGTH) continue;
      reader.push(block);
      block = '';
      yield* reader.take();
    }
    reader.push(block);
    reader.end();
  } catch (error) {
    yield* reader.take();
    throw error;
  }
  yield* reader.take();
}

/** Keeps the product that is being read, and nothing else of the document. */
class FeedReader {
  readonly #parser = new SaxesParser({ xmlns: true });
  #products: Entry[] = [];
  /** How many elements are open, and how many were where the product began. */
  #depth = 0;
  #productDepth = 0;
  #line = 1;
  #raw: FileRecord | undefined;
  #text = '';
  /** Characters since a product began or ended. */
  #length = 0;

  constructor() {
    const parser = this.#parser;
    parser.on('error', (error) => {
      const reason = error.message.replace(/^[\d:]*\s*/, '');
      throw new MalformedInput(parser.line, `is not well-formed XML: ${quote(reason)}`);
    });
    parser.on('opentag', ({ local }) => this.#open(local.toLowerCase()));
    parser.on('closetag', ({ local, uri }) => this.#close(uri === GOOGLE ? `g:${local}` : local));
    const addText = (text: string): void => {
      // Not what stands in elements further down: a <g:price> of <g:shipping> is another one.
      if (this.#raw !== undefined && this.#depth === this.#productDepth + 1) this.#text += text;
    };
    parser.on('text', addText);
    parser.on('cdata', addText);
  }

  /** @throws MalformedInput */
  push(text: string): void {
    this.#length += text.length;
    this.#parser.write(text);
    if (this.#length > RECORD_MAX_LENGTH + BLOCK_LENGTH) {
      throw new MalformedInput(
        this.#parser.line,
        `goes on for more than ${RECORD_MAX_LENGTH} characters without a product`,
      );
    }
  }

  /** @throws MalformedInput */
  end(): void {
    this.#parser.close();
  }

  /** The products that were read since it was asked last. */
  take(): Entry[] {
    const products = this.#products;
    this.#products = [];
    return products;
  }

  #open(name: string): void {
    if (this.#depth === 0 && !ROOTS.includes(name)) {
      throw new MalformedInput(this.#parser.line, 'is no RSS or Atom feed');
    }
    this.#depth++;
    if (this.#raw !== undefined) {
      if (this.#depth === this.#productDepth + 1) this.#text = '';
    } else if (PRODUCTS.includes(name)) {
      this.#raw = {};
      this.#productDepth = this.#depth;
      this.#line = this.#parser.line;
      this.#length = 0;
    }
  }

  #close(name: string): void {
    const [raw, depth] = [this.#raw, this.#depth--];
    if (raw === undefined) return;
    if (depth === this.#productDepth) {
      this.#products.push(fromGoogle(raw, this.#line));
      this.#raw = undefined;
      this.#length = 0;
    } else if (depth === this.#productDepth + 1 && this.#text.trim() !== '') {
      // The first of several: more pictures and types are further ones.
      if (!Object.hasOwn(raw, name)) raw[name] = this.#text;
    }
  }
}
