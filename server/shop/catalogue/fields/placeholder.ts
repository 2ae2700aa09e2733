/** The drawn picture of a product without one: the initials of its name. */
import { INITIALS, initialsOf, PLACEHOLDERS } from '../../../../contract/pictures.ts';
import { escapeXml } from '../../../platform/xml.ts';

/** @returns the path of the picture for this name */
export function placeholderPath(name: string): string {
  return `${PLACEHOLDERS}/${encodeURIComponent(initialsOf(name))}.svg`;
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
