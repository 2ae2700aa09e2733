/** Encodes the picture of the hero anew: without metadata, and not larger than any page shows it. */
import sharp from 'sharp';
import type { ShopIdentity } from '../../../contract/shop-identity.ts';
import { decode, readUsableHead } from '../pictures/encode.ts';
import { PictureError } from '../pictures/errors.ts';
import type { Problem } from './problems.ts';

/** Pixels of the longer side. */
const SIDE_MAX = 1_600;

/** Replaces the picture in place. What an export has stays as it is, byte for byte. */
export async function encodeHero({ hero }: ShopIdentity): Promise<Problem[]> {
  if (hero?.picture === undefined) return [];
  const source = Buffer.from(hero.picture.slice(hero.picture.indexOf(',') + 1), 'base64');
  try {
    const bytes = (await isEncoded(source)) ? source : await encode(source);
    hero.picture = `data:image/webp;base64,${bytes.toString('base64')}`;
    return [];
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    return [{ path: '/hero/picture', sentence: error.message }];
  }
}

async function encode(source: Buffer): Promise<Buffer> {
  const { autoOrient } = await readUsableHead(source);
  const scale = Math.min(1, SIDE_MAX / Math.max(autoOrient.width, autoOrient.height));
  const { data, width, height, channels } = await decode(source, autoOrient, scale);
  const raw = { width, height, channels };
  return sharp(data, { raw }).webp({ quality: 84 }).toBuffer();
}

/** Whether it is the result of `encode`. @throws PictureError if it can't be used */
async function isEncoded(source: Buffer): Promise<boolean> {
  const { format, width, height, exif, xmp, iptc, icc, autoOrient } = await readUsableHead(source);
  const isBare = [exif, xmp, iptc, icc].every((metadata) => metadata === undefined);
  if (format !== 'webp' || !isBare || Math.max(width, height) > SIDE_MAX) return false;
  await decode(source, autoOrient, 1);
  return true;
}
