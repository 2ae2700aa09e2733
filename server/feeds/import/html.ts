/** The text of a description that is written in HTML. */

/** Elements that text runs through; at all others something new begins. */
const INLINE =
  /^(?:a|abbr|b|big|cite|code|del|em|font|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u)$/;
/** What is between the tags of these nobody reads. */
const HIDDEN = ['script', 'style', 'template'];
const TAG_NAME = /\/?([a-z][a-z0-9]*)/iy;
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi;

/** Those that product texts have; others stay as they are written. */
const named: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    copy: '©',
    reg: '®',
    trade: '™',
    deg: '°',
    plusmn: '±',
    micro: 'µ',
    middot: '·',
    frac12: '½',
    frac14: '¼',
    frac34: '¾',
    times: '×',
    euro: '€',
    pound: '£',
    cent: '¢',
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    laquo: '«',
    raquo: '»',
    bull: '•',
    hellip: '…',
    eacute: 'é',
    egrave: 'è',
    agrave: 'à',
    auml: 'ä',
    ouml: 'ö',
    uuml: 'ü',
    Auml: 'Ä',
    Ouml: 'Ö',
    Uuml: 'Ü',
    szlig: 'ß',
    ntilde: 'ñ',
    ccedil: 'ç',
  }),
);

/** Never HTML again: what is left of `<` and `&` is text, and shown as such. */
export function toPlainText(html: string): string {
  return removeTags(html).replace(REFERENCE, decode).replace(/\s+/g, ' ').trim();
}

/** From front to back, each character once, whatever stands there: a feed may be anybody's. */
function removeTags(html: string): string {
  // Only for looking up ASCII names; as long as the original, which toLowerCase() may not be.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  let text = '';
  let at = 0;
  for (;;) {
    const open = html.indexOf('<', at);
    if (open < 0) return text + html.slice(at);
    text += html.slice(at, open);
    TAG_NAME.lastIndex = open + 1;
    const name = TAG_NAME.exec(lower)?.[1];
    if (html.startsWith('<!--', open)) {
      at = endOf(html.indexOf('-->', open), 3, html);
      text += ' ';
    } else if (name === undefined && html[open + 1] !== '!') {
      text += '<';
      at = open + 1;
    } else {
      const end = endOfTag(html, open);
      // A tag that never ends is none.
      if (end === undefined) return text + html.slice(open);
      at = end;
      text += name !== undefined && INLINE.test(name) ? '' : ' ';
      if (name !== undefined && HIDDEN.includes(name) && html[open + 1] !== '/') {
        at = endOf(lower.indexOf(`</${name}`, at), 0, html);
      }
    }
  }
}

function endOf(found: number, length: number, html: string): number {
  return found < 0 ? html.length : found + length;
}

/** Behind the bracket that stands in no quotes. */
function endOfTag(html: string, open: number): number | undefined {
  let quote: string | undefined;
  for (let at = open + 1; at < html.length; at++) {
    const char = html[at];
    if (quote !== undefined) {
      if (char === quote) quote = undefined;
    } else if (char === '>') {
      return at + 1;
    } else if (char === '"' || char === "'") {
      quote = char;
    }
  }
  return undefined;
}

function decode(reference: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return named.get(name) ?? reference;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}

/** The same text for a file that holds HTML. */
export function toHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
