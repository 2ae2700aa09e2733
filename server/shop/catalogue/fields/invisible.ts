/** Invisible characters, which could make two ids look the same. */

/** Scripts whose letters a joiner or non-joiner gives another form. */
const JOINING =
  '[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Nkoo}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}' +
  '\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}]';

/** Places where such a character changes the appearance. */
const VISIBLE = [
  // Persian and Indic words.
  `(?<=${JOINING})[\\u200c\\u200d]`,
  // Joined pictographs.
  '(?<=[\\p{ExtPict}\\p{EMod}\\ufe0f])\\u200d(?=\\p{ExtPict})',
  // Variants of pictographs, keys, Chinese and Mongolian characters.
  '(?<=[\\p{ExtPict}\\p{EMod}\\p{sc=Han}\\p{sc=Mong}])[\\p{VS}\\u180e]|\\ufe0f(?=\\u20e3)',
  // Flags of regions.
  '(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007e}]*)[\\u{e0020}-\\u{e007f}]',
];
const INVISIBLE = new RegExp(`(?!${VISIBLE.join('|')})[\\p{DI}\\ufff9-\\ufffb]`, 'u');

/** Controls of direction and format, which could turn or hide a part of a page. */
const FORMAT = new RegExp(`(?!${VISIBLE.join('|')})(?:(?=\\p{DI})\\p{Cf}|[\\ufff9-\\ufffb])`, 'gu');

export function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}

export function withoutFormat(text: string): string {
  return text.replace(FORMAT, '');
}
