/** Converts descriptions between HTML and plain text. */
import { Parser } from 'htmlparser2';
import { FieldError } from '../../../shop/catalogue/parsers.ts';

/** Elements that do not separate words: `<b>co</b>mpact` is one word. */
const inlineElements = new Set(
  'a abbr b big cite code del em font i ins kbd mark q s small span strong sub sup u'.split(' '),
);
/** Elements whose content is not text for readers. */
const hiddenElements = new Set(['script', 'style', 'template']);
/** The limit keeps the parser fast, because its time per tag grows with the number of open elements. */
const DEPTH_MAX = 1_000;

/**
 * Returns the text between the tags on one line. `<` and `&` in it are text, not HTML.
 * @throws FieldError if the HTML is nested too deep
 */
export function toPlainText(html: string): string {
  let text = '';
  let depth = 0;
  let hiddenDepth = 0;
  const separate = (element: string): void => {
    if (!inlineElements.has(element)) text += ' ';
  };
  const parser = new Parser({
    onopentagname(element) {
      if (++depth > DEPTH_MAX) {
        throw new FieldError(`must be HTML with at most ${DEPTH_MAX} nested elements`);
      }
      if (hiddenElements.has(element)) hiddenDepth++;
      separate(element);
    },
    onclosetag(element) {
      depth--;
      if (hiddenElements.has(element)) hiddenDepth--;
      separate(element);
    },
    ontext(data) {
      if (hiddenDepth === 0) text += data;
    },
  });
  parser.end(html);
  return text.replace(/\s+/g, ' ').trim();
}

export function toHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
