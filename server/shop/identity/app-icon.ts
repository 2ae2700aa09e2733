/** The icon and the manifest of the shop, for browsers and home screens. */
import type { ShopIdentity } from '../../../contract/shop-identity.ts';
import { escapeXml } from '../../platform/xml.ts';
import { derivePalette, inkOn } from './palette.ts';
import { iconSides } from './pictures.ts';

/** Without an accent, as in the pages' tokens. */
export const ACTION = '#047857';
const PAPER = '#f6f8f5';

/** A logo of these proportions is an icon, too. */
const ICON_RATIO = { min: 0.8, max: 1.25 };

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A tile with the first letter of the name. */
export function drawIcon({ name, accent = ACTION }: Pick<ShopIdentity, 'name' | 'accent'>): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${accent}"/><text x="16" y="23" font-family="system-ui, sans-serif" font-weight="700" font-size="20" text-anchor="middle" fill="${inkOn(accent)}">${escapeXml(initialOf(name))}</text></svg>`;
}

export function initialOf(name: string): string {
  const [initial] = characters.segment(name);
  return initial?.segment.toUpperCase() ?? '';
}

export function isSquare({ width, height }: { width: number; height: number }): boolean {
  const ratio = width / height;
  return ratio >= ICON_RATIO.min && ratio <= ICON_RATIO.max;
}

/** What a phone knows of the shop once it is on its home screen. */
export function describeApp(
  { name, description, accent }: ShopIdentity,
  { icon, largeIcon }: { icon: string; largeIcon: string | undefined },
): string {
  const sizes = `${iconSides.largeIcon}x${iconSides.largeIcon}`;
  return JSON.stringify({
    name,
    short_name: name,
    ...(description && { description }),
    start_url: '/',
    display: 'standalone',
    background_color: accent ? derivePalette(accent).light.paper : PAPER,
    theme_color: accent ?? ACTION,
    icons: [
      { src: icon, sizes: 'any', type: 'image/svg+xml' },
      ...(largeIcon ? [{ src: largeIcon, sizes, type: 'image/png' }] : []),
    ],
  });
}

const PNG = 'data:image/png;base64,';

/** The bytes of a PNG with width and height, each as four bytes. */
const PNG_SIZE = { width: 16, height: 20 };

/** @param logo of a checked identity: an SVG, or a PNG as a `data:` URL @returns an SVG */
export function toSvg(logo: string): string {
  if (!logo.startsWith(PNG)) return logo;
  const head = Buffer.from(logo.slice(PNG.length, PNG.length + 64), 'base64');
  const [width, height] = [head.readUInt32BE(PNG_SIZE.width), head.readUInt32BE(PNG_SIZE.height)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="${logo}"/></svg>`;
}

/** @returns the size by the `viewBox`, in units of its own; undefined without a valid one */
export function sizeOfSvg(svg: string): { width: number; height: number } | undefined {
  const [, viewBox = ''] = /^<svg\b[^>]*\bviewBox="([^"]*)"/.exec(svg) ?? [];
  const [, , width = 0, height = 0] = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return width > 0 && height > 0 ? { width, height } : undefined;
}
