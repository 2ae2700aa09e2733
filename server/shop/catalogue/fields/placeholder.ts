/** The drawn picture of a product without one: the initials of its name. */
import { PLACEHOLDERS } from '../../../../contract/pictures.ts';
import { escapeXml } from '../../../platform/xml.ts';

/** Initials of a name that has neither letters nor digits. */
const NO_INITIALS = '•';
/** Two initials. In some scripts, one has several code points. */
const INITIALS = /^(?:[\p{L}\p{N}\p{M}]{1,16}|•)$/u;

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** @returns the path of the picture for this name */
export function placeholderPath(name: string): string {
  return `${PLACEHOLDERS}/${encodeURIComponent(initialsOf(name))}.svg`;
}

/** The first letters or digits of the first two words that have any: `OS` of `Oak shelf, 80 cm`. */
function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  const initials = words.slice(0, 2).map((word) => {
    const [first] = characters.segment(word);
    return first?.segment.toUpperCase() ?? '';
  });
  const text = initials.join('').normalize('NFC');
  return INITIALS.test(text) ? text : NO_INITIALS;
}

/** @returns SVG; undefined for text that can't be the initials of a name */
export function drawPlaceholder(initials: string): string | undefined {
  if (!INITIALS.test(initials)) return undefined;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512">
<rect width="100%" height="100%" fill="#e4ede7"/>
<text x="50%" y="50%" dy=".35em" text-anchor="middle" font-family="system-ui, sans-serif" font-size="180" \
font-weight="600" fill="#2b5a43">${escapeXml(initials)}</text>
</svg>
`;
}
