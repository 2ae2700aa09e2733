/** Converts texts of feeds between HTML and plain text. */
import { Parser } from 'htmlparser2';
import { InvalidValue } from '../records.ts';
import { hiddenElements, htmlElements, inlineElements } from './html-elements.ts';

/** The limit keeps the parser fast, because its time per tag grows with the number of open elements. */
const DEPTH_MAX = 1_000;
/** Matches an entity, a comment, or the tag of a known element. In other text, `<` and `&` are just characters. */
const HTML = new RegExp(
  `&(?:#\\d+|#x[\\da-f]+|[a-z][a-z\\d]*);|<!--|</?(?:${[...htmlElements].join('|')})(?:[\\s/][^<>]*)?>`,
  'i',
);

/**
 * Returns the text between the tags on one line. `<` and `&` in it are text, not HTML. A tag of an unknown element is
 * text, too: `Up to 4K <HDR>`.
 * @throws InvalidValue if the HTML is nested too deep
 */
export function toPlainText(html: string): string {
  const text = HTML.test(html) ? textOf(html) : html;
  return text.replace(/\s+/g, ' ').trim();
}

/** Reads a value of a feed as HTML if it is text. @returns the plain text, or the InvalidValue of HTML that is invalid */
export function readHtml<T>(value: T): T | string | InvalidValue {
  if (typeof value !== 'string') return value;
  try {
    return toPlainText(value);
  } catch (error) {
    if (error instanceof InvalidValue) return error;
    throw error;
  }
}

/** Word processors write elements with a prefix: `<o:p>`. */
function isMarkup(element: string): boolean {
  return htmlElements.has(element) || element.includes(':');
}

function textOf(html: string): string {
  let text = '';
  let depth = 0;
  let hiddenDepth = 0;
  const separate = (element: string): void => {
    if (!inlineElements.has(element)) text += ' ';
  };
  const addSource = (): void => {
    if (hiddenDepth === 0) text += html.slice(parser.startIndex, parser.endIndex + 1);
  };
  const parser = new Parser({
    onopentagname(element) {
      if (++depth > DEPTH_MAX) {
        throw new InvalidValue(`must be HTML with at most ${DEPTH_MAX} nested elements`);
      }
      if (hiddenElements.has(element)) hiddenDepth++;
      if (isMarkup(element)) separate(element);
    },
    onopentag(element, _attributes, isImplied) {
      if (!isMarkup(element) && !isImplied) addSource();
    },
    onclosetag(element, isImplied) {
      depth--;
      if (hiddenElements.has(element)) hiddenDepth--;
      if (isMarkup(element)) separate(element);
      else if (!isImplied) addSource();
    },
    ontext(data) {
      if (hiddenDepth === 0) text += data;
    },
  });
  parser.end(html);
  return text;
}

export function toHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Escapes only text that a reader of HTML would change. */
export function writeHtml(text: string): string {
  return readHtml(text) === text ? text : toHtml(text);
}
