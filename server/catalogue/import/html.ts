/** The text of a description that is written in HTML. */

/** Elements that text runs through; at all others something new begins. */
const INLINE =
  /^(?:a|abbr|b|big|cite|code|del|em|font|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u)$/;
/** What nobody reads. */
const HIDDEN = /<!--[\s\S]*?-->|<(script|style|template)\b[\s\S]*?<\/\1\s*>/gi;
const TAG = /<\/?([a-z][a-z0-9]*)\b(?:"[^"]*"|'[^']*'|[^'">])*>|<![^>]*>/gi;
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi;

/** Those that product texts have; others stay as they are written. */
const named: Readonly<Record<string, string>> = {
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
};

/** Never HTML again: what is left of `<` and `&` is text, and shown as such. */
export function toPlainText(html: string): string {
  return html
    .replace(HIDDEN, ' ')
    .replace(TAG, (_tag, name?: string) =>
      name !== undefined && INLINE.test(name.toLowerCase()) ? '' : ' ',
    )
    .replace(REFERENCE, decode)
    .replace(/\s+/g, ' ')
    .trim();
}

function decode(reference: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return named[name] ?? reference;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}

/** The same text for a file that holds HTML. */
export function toHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
