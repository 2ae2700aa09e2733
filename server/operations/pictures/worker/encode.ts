/** Makes the files of a picture: decoded, turned upright, without metadata, in the sizes that pages show. */
import type { Sharp } from 'sharp';
import {
  type PictureBackground,
  type PictureShape,
  pictureFormats,
  SIDE_MAX,
  sidesOf,
} from '../../../../contract/pictures.ts';
import type { PictureFile } from '../../../shop/catalogue/pictures/store.ts';
import { heroWidths } from '../../../shop/identity/pictures.ts';
import {
  decode,
  fromPixels,
  openPicture,
  type Picture,
  type Pixels,
  scale,
  toPixels,
} from './decode.ts';
import { PictureError } from './picture-error.ts';

/** Longer by shorter side; a longer picture is made smaller. */
const RATIO_MAX = 3;
/** Pixels of the longer side of a hero: not larger than any page shows it. */
const HERO_SIDE_MAX = 1_600;
/** Pixels of the longer side of a logo: pages show it in up to 160 CSS pixels, icons in 512. */
const LOGO_SIDE_MIN = 512;
const LOGO_SIDE_MAX = 1_024;

export interface EncodedPicture {
  shape: PictureShape;
  files: PictureFile[];
}

/** @throws PictureError if it can't be used */
export async function encodeProductPicture(file: Buffer): Promise<EncodedPicture> {
  const bounds = { short: SIDE_MAX, long: SIDE_MAX * RATIO_MAX };
  const whole = await decode(await openPicture(file), bounds);
  const background = await recognizeBackground(whole);
  const picture = background === 'photo' ? await flatten(whole) : await trim(whole);
  const { width, height } = picture;
  const files: PictureFile[] = [];
  for (const side of sidesOf(picture)) {
    const size = scale(picture, side / Math.min(width, height));
    for (const format of pictureFormats) {
      const bytes = await encoders[format](fromPixels(picture).resize(size)).toBuffer();
      files.push({ side, format, bytes });
    }
  }
  return { shape: { width, height, background }, files };
}

const encoders = {
  avif: (image: Sharp) => image.avif({ quality: 52, effort: 2 }),
  webp: (image: Sharp) => image.webp({ quality: 78, effort: 4 }),
};

async function flatten(pixels: Pixels): Promise<Pixels> {
  if (pixels.channels === 3) return pixels;
  return toPixels(fromPixels(pixels).flatten({ background: '#fff' }));
}

/** Sharp can't trim smaller pictures. */
const TRIMMED_MIN = 3;

/** Crops the empty border; pages add their own margin. */
async function trim(pixels: Pixels): Promise<Pixels> {
  if (Math.min(pixels.width, pixels.height) < TRIMMED_MIN) return pixels;
  return toPixels(fromPixels(pixels).trim({ threshold: 12 }));
}

/** The picture is compared in a small size. */
const SIDE = 64;
const CHANNELS = 4;
/** The part of the border that must be empty. A product may touch it. */
const EMPTY_PART = 0.95;
const WHITE_MIN = 246;
const CLEAR_MAX = 8;

/** A photograph fills its tile, a cut-out product keeps a margin. */
async function recognizeBackground(pixels: Pixels): Promise<PictureBackground> {
  const size = { width: SIDE, height: SIDE, fit: 'fill' } as const;
  const border = borderOf(await fromPixels(pixels).resize(size).ensureAlpha().raw().toBuffer());
  const isEmpty = (test: (pixel: number[]) => boolean) =>
    border.filter(test).length >= border.length * EMPTY_PART;
  if (isEmpty(([, , , alpha = 0]) => alpha <= CLEAR_MAX)) return 'clear';
  return isEmpty((pixel) => pixel.every((value) => value >= WHITE_MIN)) ? 'white' : 'photo';
}

/** The pixels of the four edges: red, green, blue, alpha. */
function borderOf(rgba: Buffer): number[][] {
  const isEdge = (at: number) => at === 0 || at === SIDE - 1;
  return Array.from({ length: SIDE * SIDE }, (_, index) => index)
    .filter((index) => isEdge(index % SIDE) || isEdge(Math.floor(index / SIDE)))
    .map((index) => [...rgba.subarray(index * CHANNELS, (index + 1) * CHANNELS)]);
}

export interface EncodedHero extends Record<keyof typeof heroWidths, Buffer> {
  /** WebP. */
  whole: Buffer;
}

/** @throws PictureError if it can't be used */
export async function encodeHero(file: Buffer): Promise<EncodedHero> {
  const picture = await openPicture(file);
  const pixels = await decode(picture, { short: HERO_SIDE_MAX, long: HERO_SIDE_MAX });
  const inWidth = (name: keyof typeof heroWidths) =>
    fromPixels(pixels).resize({ width: heroWidths[name], withoutEnlargement: true });
  const preview = inWidth('preview').flatten({ background: '#fff' });
  return {
    whole: isEncoded(picture, 'webp', HERO_SIDE_MAX)
      ? file
      : await fromPixels(pixels).webp({ quality: 84 }).toBuffer(),
    smallHero: await inWidth('smallHero').webp({ quality: 80 }).toBuffer(),
    largeHero: await inWidth('largeHero').webp({ quality: 80 }).toBuffer(),
    preview: await preview.jpeg({ quality: 82 }).toBuffer(),
  };
}

/** @param file a PNG @returns one that pages and icons show @throws PictureError if it can't be used */
export async function encodeLogo(file: Buffer): Promise<Buffer> {
  const picture = await openPicture(file);
  const { format, width, height } = picture.head;
  if (format !== 'png' || Math.max(width, height) < LOGO_SIDE_MIN) {
    throw new PictureError(
      `has ${width} × ${height} pixels: a PNG needs at least ${LOGO_SIDE_MIN} at its longer side`,
    );
  }
  if (isEncoded(picture, 'png', LOGO_SIDE_MAX)) return file;
  return fromPixels(await decode(picture, { short: LOGO_SIDE_MAX, long: LOGO_SIDE_MAX }))
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** Whether it is the result of an earlier import, whose export is kept byte for byte. */
function isEncoded({ head }: Picture, expected: string, sideMax: number): boolean {
  const { format, width, height, exif, xmp, iptc, icc } = head;
  const isBare = [exif, xmp, iptc, icc].every((metadata) => metadata === undefined);
  return format === expected && isBare && Math.max(width, height) <= sideMax;
}
