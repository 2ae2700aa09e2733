/** Draws the icon of the shop in pixels, for phones and stores that take no SVG. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import type { ShopIdentity } from '../../../contract/shop-identity.ts';
import { packageFolder } from '../../platform/package-folder.ts';
import { escapeXml } from '../../platform/xml.ts';
import { ACTION, initialOf } from './app-icon.ts';

/** The part of the icon that the drawing takes. Phones round the corners. */
const DRAWING = 0.62;
/** Nested masks could take long. */
const TIMEOUT_SECONDS = 10;
const FONT = '@fontsource/gabarito/files/gabarito-latin-700-normal.woff2';

/** A square PNG without transparency. @param logo a square logo, checked; without one, the first letter of the name */
export async function drawTouchIcon(
  { name, accent = ACTION }: Pick<ShopIdentity, 'name' | 'accent'>,
  { logo, side }: { logo: string | undefined; side: number },
): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  // The import of pictures blocks SVG for its process, which a test shares with the shop.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
  const drawing = logo === undefined ? await drawLetter(name) : sharp(Buffer.from(logo));
  const length = Math.round(side * DRAWING);
  const input = await drawing
    .timeout({ seconds: TIMEOUT_SECONDS })
    .resize(length, length, { fit: 'contain', background: '#0000' })
    .png()
    .toBuffer();
  const background = logo === undefined ? accent : '#fff';
  return sharp({ create: { width: side, height: side, channels: 3, background } })
    .composite([{ input }])
    .removeAlpha()
    .png()
    .toBuffer();
}

/** Servers often have no fonts: that of the pages comes with the package. */
async function drawLetter(name: string): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  const fontfile = createRequire(join(packageFolder, 'package.json')).resolve(FONT);
  const text = `<span foreground="white">${escapeXml(initialOf(name))}</span>`;
  const letter = sharp({ text: { text, font: 'Gabarito Bold', fontfile, dpi: 2400, rgba: true } });
  return sharp(await letter.png().toBuffer());
}
