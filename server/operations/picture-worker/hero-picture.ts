/** Encodes the picture of the hero: without metadata, and not larger than any page shows it. */
import { heroWidths } from '../../shop/identity/pictures.ts';
import { decode, fromPixels, openPicture, type Picture, type Pixels } from './decode.ts';

/** Pixels of the longer side. */
const SIDE_MAX = 1_600;

export interface EncodedHero extends Record<keyof typeof heroWidths, Buffer> {
  /** WebP. A picture of an export is kept byte for byte. */
  whole: Buffer;
}

/** @throws PictureError if it can't be used */
export async function encodeHero(file: Buffer): Promise<EncodedHero> {
  const picture = await openPicture(file);
  const { width, height } = picture.head.autoOrient;
  const pixels = await decode(picture, Math.min(1, SIDE_MAX / Math.max(width, height)));
  const inWidth = (wanted: number) =>
    fromPixels(pixels).resize({ width: wanted, withoutEnlargement: true });
  const { smallHero, largeHero, preview } = heroWidths;
  return {
    whole: isEncoded(picture) ? file : await encode(pixels),
    smallHero: await inWidth(smallHero).webp({ quality: 80 }).toBuffer(),
    largeHero: await inWidth(largeHero).webp({ quality: 80 }).toBuffer(),
    preview: await inWidth(preview)
      .flatten({ background: '#fff' })
      .jpeg({ quality: 82 })
      .toBuffer(),
  };
}

function encode(pixels: Pixels): Promise<Buffer> {
  return fromPixels(pixels).webp({ quality: 84 }).toBuffer();
}

/** Whether it is the result of `encode`. */
function isEncoded({ head }: Picture): boolean {
  const { format, width, height, exif, xmp, iptc, icc } = head;
  const isBare = [exif, xmp, iptc, icc].every((metadata) => metadata === undefined);
  return format === 'webp' && isBare && Math.max(width, height) <= SIDE_MAX;
}
