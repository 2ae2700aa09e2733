/** Google Merchant Center's feed as XML: items of RSS 2.0, or entries of Atom. */
import { SaxesParser } from 'saxes';
import type { Seller } from '../../../../contract/shop-identity.ts';
import { quote } from '../../../platform/quote.ts';
import { escapeXml } from '../../../platform/xml.ts';
import { MalformedInput } from '../errors.ts';
import type { FeedEntry, Format, Publisher } from './format.ts';
import { FURTHER_PICTURES, fromGoogle, toAttributeName } from './google.ts';
import { FURTHER_SEPARATOR, googleAttributes, toGoogle } from './google-export.ts';
import { toHtml } from './html.ts';
import { RECORD_MAX_LENGTH, type TextChunk } from './text-chunks.ts';

const GOOGLE_NAMESPACE = 'http://base.google.com/ns/1.0';
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

export const googleXml: Format = {
  endings: ['.xml'],
  hasLinks: true,
  read: readGoogleXml,
  write(origin, publisher) {
    return {
      header: `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="${GOOGLE_NAMESPACE}">
<channel>
${describeChannel(origin, publisher)}
`,
      product(product) {
        const values = toGoogle(product, origin);
        const elements = values?.map((value, index) => toElements(googleAttributes[index], value));
        return elements && `<item>${elements.join('')}</item>\n`;
      },
      separator: '',
      footer: '</channel>\n</rss>\n',
    };
  },
};

/** The elements of RSS that tell whose products these are: https://www.rssboard.org/rss-specification */
function describeChannel(origin: string, { name, seller }: Partial<Publisher> = {}): string {
  const elements = [
    ['title', name ?? `Products of ${origin}`],
    ['link', origin],
    ['description', `Everything that is on sale${seller ? `. ${toLine(seller)}` : ''}`],
    ...(seller ? [['managingEditor', `${seller.email} (${seller.legalName})`]] : []),
  ];
  return elements.map(([tag, text = '']) => `<${tag}>${escapeXml(text)}</${tag}>`).join('\n');
}

function toLine({ legalName, address, country, taxId }: Seller): string {
  const parts = [legalName, ...address.split('\n'), country, taxId];
  return `Seller: ${parts.filter(Boolean).join(', ')}`;
}

/** @throws MalformedInput if the text is not well-formed XML, or no feed */
async function* readGoogleXml(chunks: AsyncIterable<TextChunk>): AsyncGenerator<FeedEntry> {
  const reader = new FeedReader();
  try {
    let block = '';
    for await (const { text } of chunks) {
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

/** Holds only the current product and the finished ones that are not taken yet. */
class FeedReader {
  readonly #parser = new SaxesParser({ xmlns: true });
  #products: FeedEntry[] = [];
  /** The number of open elements, now and inside the current product's element. */
  #depth = 0;
  #productDepth = 0;
  #line = 1;
  /** The values of the current product; undefined outside of products. */
  #values: Map<string, string> | undefined;
  /** An element that it has twice, with different values, although only one is possible. */
  #repeated: string | undefined;
  /** The names of all elements of products so far. */
  readonly #columns = new Set<string>();
  #text = '';
  /** Whether elements inside the current one are its HTML. */
  #hasHtml = false;
  /** Characters since a product started or ended. */
  #length = 0;

  constructor() {
    const parser = this.#parser;
    parser.on('error', (error) => {
      const reason = error.message.replace(/^[\d:]*\s*/, '');
      throw new MalformedInput(parser.line, `is not well-formed XML: ${quote(reason)}`);
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
      else if (this.#depth === this.#productDepth + 1) this.#text += text;
    };
    parser.on('text', addText);
    parser.on('cdata', addText);
  }

  /** @throws MalformedInput */
  write(text: string): void {
    this.#length += text.length;
    this.#parser.write(text);
    if (this.#length > RECORD_MAX_LENGTH + BLOCK_LENGTH) {
      throw new MalformedInput(
        this.#parser.line,
        `goes on for more than ${RECORD_MAX_LENGTH} characters without a complete product`,
      );
    }
  }

  /** @throws MalformedInput */
  end(): void {
    this.#parser.close();
  }

  takeProducts(): FeedEntry[] {
    return this.#products.splice(0);
  }

  #open(element: string): void {
    if (this.#depth === 0 && !ROOT_ELEMENTS.includes(element)) {
      throw new MalformedInput(this.#parser.line, 'is no RSS or Atom feed');
    }
    if (++this.#depth > DEPTH_MAX) {
      throw new MalformedInput(this.#parser.line, `has more than ${DEPTH_MAX} nested elements`);
    }
    if (this.#values !== undefined) {
      if (this.#depth === this.#productDepth + 1) {
        this.#text = '';
        this.#hasHtml = HTML_ELEMENTS.includes(element);
      } else if (this.#isInHtml()) this.#text += `<${element}>`;
    } else if (PRODUCT_ELEMENTS.includes(element)) {
      this.#values = new Map();
      this.#productDepth = this.#depth;
      this.#line = this.#parser.line;
      this.#length = 0;
    }
  }

  #isInHtml(): boolean {
    return this.#values !== undefined && this.#hasHtml && this.#depth > this.#productDepth + 1;
  }

  #close(name: string, element: string): void {
    if (this.#isInHtml()) this.#text += `</${element}>`;
    const [values, depth] = [this.#values, this.#depth--];
    if (values === undefined) return;
    if (depth === this.#productDepth) {
      this.#products.push(this.#toEntry(values));
      this.#values = undefined;
      this.#repeated = undefined;
      this.#length = 0;
    } else if (depth === this.#productDepth + 1) {
      this.#columns.add(name);
      if (this.#columns.size > NAMES_MAX) {
        throw new MalformedInput(this.#line, `has more than ${NAMES_MAX} names of elements`);
      }
      if (this.#text.trim() !== '') this.#addValue(values, name, this.#text);
    }
  }

  /** An element that is repeated, such as the product type, counts once: the first. Further pictures are all kept. */
  #addValue(values: Map<string, string>, name: string, value: string): void {
    const before = values.get(name);
    if (before === undefined) values.set(name, value);
    else if (toAttributeName(name) === FURTHER_PICTURES) values.set(name, `${before}\n${value}`);
    else if (SINGLE.includes(toAttributeName(name)) && value.trim() !== before.trim())
      this.#repeated ??= name;
  }

  #toEntry(cells: Map<string, string>): FeedEntry {
    const line = this.#line;
    if (this.#repeated !== undefined) {
      return { line, problem: `has the element ${this.#repeated} twice, with different values` };
    }
    return fromGoogle({ cells, line, columns: this.#columns });
  }
}

/** Each further picture has an element of its own. */
function toElements(name: string | undefined, value: string): string {
  const values = name === FURTHER_PICTURES ? value.split(FURTHER_SEPARATOR) : [value];
  return values.map((one) => toElement(name, one)).join('');
}

function toElement(name: string | undefined, value: string): string {
  return value === '' ? '' : `<g:${name}>${escapeXml(value)}</g:${name}>`;
}
