/** Reads Google Merchant Center's feed as XML: items of RSS 2.0, or entries of Atom. */
import { SaxesParser } from 'saxes';
import { toHtml } from '../files/html.ts';
import { RECORD_MAX_LENGTH, readText } from '../files/text.ts';
import { type FeedEntry, MalformedFile } from '../records.ts';
import { quote } from '../values.ts';
import type { Reading } from './dialect.ts';
import { createGoogleReader, FURTHER_PICTURES, toAttribute } from './google.ts';
import { GOOGLE_NAMESPACE } from './google-export.ts';

/** An element with a prefix is a field of the product only if it belongs to one of these, or to Google's namespace. */
const FEED_NAMESPACES = ['', 'http://www.w3.org/2005/Atom', 'http://purl.org/rss/1.0/'];
const ROOT_ELEMENTS = ['rss', 'feed', 'rdf'];
const PRODUCT_ELEMENTS = ['item', 'entry'];
/** Elements that may have HTML as elements of their own, as Atom's `<content type="xhtml">`. */
const HTML_ELEMENTS = ['description', 'content', 'summary', 'title'];
/** Attributes of which a product has one. Nobody knows which of two different values is meant. */
const SINGLE = ['id', 'title', 'price', 'sale_price', 'availability', 'item_group_id'];
/** The names of elements that a feed may have. */
const NAMES_MAX = 10_000;
/** The limit keeps the parser fast, because its time per tag grows with the number of open elements. */
const DEPTH_MAX = 100;
/** The number of characters that the parser gets at once. */
const BLOCK_LENGTH = 64 * 1024;

/** @throws MalformedFile if the text is not well-formed XML, or no feed */
export async function* readGoogleXml(
  blocks: AsyncIterable<Uint8Array>,
  reading: Reading,
): AsyncGenerator<FeedEntry> {
  const reader = new FeedReader(reading);
  try {
    let block = '';
    for await (const { text } of readText(blocks)) {
      block += text;
      if (block.length < BLOCK_LENGTH) continue;
      reader.write(block);
      block = '';
      yield* reader.takeProducts();
    }
    reader.write(block);
    reader.end();
  } catch (error) {
    yield* reader.takeProducts();
    throw error;
  }
  yield* reader.takeProducts();
}

/** The product that is being read. */
interface Product {
  line: number;
  /** The number of open elements in its own. */
  depth: number;
  cells: Map<string, string>;
  /** An element that it has twice, with different values, although only one is possible. */
  repeated: string | undefined;
}

/** Holds only the current product and the finished ones that are not taken yet. */
class FeedReader {
  readonly #isIgnored: Reading['isIgnored'];
  readonly #read: ReturnType<typeof createGoogleReader>;
  readonly #parser = new SaxesParser({ xmlns: true });
  #products: FeedEntry[] = [];
  #product: Product | undefined;
  /** The number of open elements. */
  #depth = 0;
  /** The names of all elements of products so far. */
  readonly #columns = new Set<string>();
  #text = '';
  /** Whether elements inside the current one are its HTML. */
  #hasHtml = false;
  /** Characters since a product started or ended. */
  #length = 0;

  constructor(reading: Reading) {
    this.#isIgnored = reading.isIgnored;
    this.#read = createGoogleReader(reading);
    const parser = this.#parser;
    parser.on('error', (error) => {
      const reason = error.message.replace(/^[\d:]*\s*/, '');
      throw this.#malformed(`is not well-formed XML: ${quote(reason)}`);
    });
    parser.on('opentag', ({ local }) => this.#open(local.toLowerCase()));
    parser.on('closetag', ({ prefix, local, uri }) => {
      // `<media:title>` is no title of the product.
      const isForeign = prefix !== '' && !FEED_NAMESPACES.includes(uri);
      const name =
        uri === GOOGLE_NAMESPACE ? `g:${local}` : isForeign ? `${prefix}:${local}` : local;
      this.#close(name, local.toLowerCase());
    });
    const addText = (text: string): void => {
      // Ignore other deeper elements, because the <g:price> of <g:shipping> is not the product's.
      if (this.#isInHtml()) this.#text += toHtml(text);
      else if (this.#depth - 1 === this.#product?.depth) this.#text += text;
    };
    parser.on('text', addText);
    parser.on('cdata', addText);
  }

  /** @throws MalformedFile */
  write(text: string): void {
    this.#length += text.length;
    this.#parser.write(text);
    if (this.#length <= RECORD_MAX_LENGTH + BLOCK_LENGTH) return;
    const problem = `goes on for more than ${RECORD_MAX_LENGTH} characters without a complete product`;
    throw this.#malformed(problem);
  }

  /** @throws MalformedFile */
  end(): void {
    this.#parser.close();
  }

  takeProducts(): FeedEntry[] {
    return this.#products.splice(0);
  }

  #malformed(problem: string): MalformedFile {
    return new MalformedFile(this.#parser.line, problem);
  }

  #open(element: string): void {
    if (this.#depth === 0 && !ROOT_ELEMENTS.includes(element)) {
      throw this.#malformed('is no RSS or Atom feed');
    }
    if (++this.#depth > DEPTH_MAX) {
      throw this.#malformed(`has more than ${DEPTH_MAX} nested elements`);
    }
    if (this.#product !== undefined) {
      if (this.#depth - 1 === this.#product.depth) {
        this.#text = '';
        this.#hasHtml = HTML_ELEMENTS.includes(element);
      } else if (this.#isInHtml()) this.#text += `<${element}>`;
    } else if (PRODUCT_ELEMENTS.includes(element)) {
      const { line } = this.#parser;
      this.#product = { line, depth: this.#depth, cells: new Map(), repeated: undefined };
      this.#length = 0;
    }
  }

  #isInHtml(): boolean {
    const depth = this.#product?.depth;
    return depth !== undefined && this.#hasHtml && this.#depth > depth + 1;
  }

  #close(name: string, element: string): void {
    if (this.#isInHtml()) this.#text += `</${element}>`;
    const [product, depth] = [this.#product, this.#depth--];
    if (product === undefined) return;
    if (depth === product.depth) {
      this.#products.push(this.#toEntry(product));
      this.#product = undefined;
      this.#length = 0;
    } else if (depth - 1 === product.depth) {
      this.#columns.add(name);
      if (this.#columns.size > NAMES_MAX) {
        throw new MalformedFile(product.line, `has more than ${NAMES_MAX} names of elements`);
      }
      if (this.#text.trim() !== '' && !this.#isIgnored(name)) addValue(product, name, this.#text);
    }
  }

  #toEntry({ line, cells, repeated }: Product): FeedEntry {
    return repeated === undefined
      ? { ...this.#read({ line, cells }, [...cells.keys()]), columns: this.#columns }
      : { line, problem: `has the element ${repeated} twice, with different values` };
  }
}

/** An element that is repeated, such as the product type, counts once: the first. Further pictures are all kept. */
function addValue(product: Product, name: string, value: string): void {
  const before = product.cells.get(name);
  const attribute = toAttribute(name);
  if (before === undefined) product.cells.set(name, value);
  else if (attribute === FURTHER_PICTURES) product.cells.set(name, `${before}\n${value}`);
  else if (SINGLE.includes(attribute) && value.trim() !== before.trim()) product.repeated ??= name;
}
