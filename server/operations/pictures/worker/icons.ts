/** Draws the logo and the icon of the shop in pixels, for phones and stores that take no SVG. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { packageFolder } from '../../../platform/settings/package-folder.ts';
import { escapeXml } from '../../../platform/xml.ts';
import { ACTION, initialOf } from '../../../shop/identity/app-icon.ts';
import { inkOn } from '../../../shop/identity/palette.ts';
import { iconSides } from '../../../shop/identity/pictures.ts';
import { PictureError } from './picture-error.ts';

/** The part of the icon that the drawing takes. Phones round the corners. */
const DRAWING = 0.62;
const FONT = '@fontsource/gabarito/files/gabarito-latin-700-normal.woff2';
const SVG = { operation: ['VipsForeignLoadSvgBuffer'] };

/** @throws PictureError if it can't be drawn: pages would show nothing, either */
export async function checkLogo(logo: string): Promise<void> {
  await drawLogo(logo, iconSides.largeIcon);
}

interface Icon {
  name: string;
  accent?: string | undefined;
  /** A square logo, checked; without one, the icon is the first letter of the name. */
  logo?: string | undefined;
}

/** @returns square PNGs without transparency @throws PictureError if the logo can't be drawn */
export async function drawIcons({
  name,
  accent = ACTION,
  logo,
}: Icon): Promise<Record<keyof typeof iconSides, Buffer>> {
  const background = logo === undefined ? accent : '#fff';
  const draw = async (side: number): Promise<Buffer> => {
    const length = Math.round(side * DRAWING);
    const input = await (logo === undefined
      ? toSquare(await drawLetter(name, inkOn(accent)), length)
      : drawLogo(logo, length));
    return sharp({ create: { width: side, height: side, channels: 3, background } })
      .composite([{ input }])
      .removeAlpha()
      .png()
      .toBuffer();
  };
  return { touchIcon: await draw(iconSides.touchIcon), largeIcon: await draw(iconSides.largeIcon) };
}

async function drawLogo(logo: string, length: number): Promise<Buffer> {
  // It is blocked for pictures, which are read in the same process.
  sharp.unblock(SVG);
  try {
    return await toSquare(sharp(Buffer.from(logo)), length);
  } catch {
    throw new PictureError('is no SVG that can be drawn');
  } finally {
    sharp.block(SVG);
  }
}

function toSquare(drawing: Sharp, length: number): Promise<Buffer> {
  const options = { fit: 'contain', background: '#0000' } as const;
  return drawing.resize(length, length, options).png().toBuffer();
}

/** Servers often have no fonts, so the pages' font comes with the package. */
async function drawLetter(name: string, color: string): Promise<Sharp> {
  const fontfile = createRequire(join(packageFolder, 'package.json')).resolve(FONT);
  const text = `<span foreground="${color}">${escapeXml(initialOf(name))}</span>`;
  const letter = sharp({ text: { text, font: 'Gabarito Bold', fontfile, dpi: 2400, rgba: true } });
  return sharp(await letter.png().toBuffer());
}
