/** Makes the files of a picture: decoded, turned upright, without metadata, in the sizes that pages show. */
import { hash as digest } from 'node:crypto';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { pictureFormats, pictureName, SIDE_MAX, sidesOf } from '../../../contract/pictures.ts';
import type { PictureFile } from '../../shop/pictures/store.ts';
import { PictureError } from './errors.ts';
import { type Pixels, recognizeGround } from './ground.ts';

export const FILE_MAX_BYTES = 30 * 1024 * 1024;
const PIXELS_MAX = 64_000_000;
/** A picture that is longer has smaller files. */
const RATIO_MAX = 3;
const TIMEOUT_SECONDS = 60;
/** Change it with whatever changes the files: the same source then gets a new name. */
const RECIPE = '1';
const ACCEPTED = 'JPEG, PNG, WebP, AVIF or GIF';
/** The formats of `ACCEPTED` as libvips names them; AVIF is a kind of HEIF. */
const accepted: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'heif', 'gif']);

// An import runs beside a selling shop.
sharp.concurrency(2);
sharp.cache(false);
// Whatever else libvips can read, such as SVG and PDF, is not for files of strangers.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});

export interface EncodedPicture {
  name: string;
  files: PictureFile[];
}

/** Names a picture by what it is made of. */
export function hashSource(source: Buffer): string {
  return digest('sha256', Buffer.concat([Buffer.from(RECIPE), source]), 'hex').slice(0, 32);
}

/** @throws PictureError if it can't be used */
export async function encodePicture(source: Buffer): Promise<EncodedPicture> {
  const { autoOrient: size } = await readUsableHead(source);
  const [short, long] = [Math.min(size.width, size.height), Math.max(size.width, size.height)];
  const whole = await decode(
    source,
    size,
    Math.min(1, SIDE_MAX / short, (SIDE_MAX * RATIO_MAX) / long),
  );
  const ground = await recognizeGround(whole);
  const picture = ground === 'photo' ? await flatten(whole) : await trim(whole);
  const { width, height } = picture;
  const files: PictureFile[] = [];
  for (const side of sidesOf(picture)) {
    for (const format of pictureFormats) {
      const bytes = await encoders[format](resize(picture, side)).toBuffer();
      files.push({ side, format, bytes });
    }
  }
  return { name: pictureName(hashSource(source), { width, height, ground }), files };
}

const encoders = {
  avif: (image: Sharp) => image.avif({ quality: 52, effort: 2 }),
  webp: (image: Sharp) => image.webp({ quality: 78, effort: 4 }),
};

/** Reads no pixels. @throws PictureError */
export async function readHead(source: Buffer): Promise<Metadata> {
  try {
    const head = await sharp(source, { limitInputPixels: false }).metadata();
    if (accepted.has(head.format)) return head;
  } catch {
    // It is no picture.
  }
  throw new PictureError(`is no picture that can be read: save it as ${ACCEPTED}`);
}

/** @throws PictureError if it is no picture, or one that is not decoded */
export async function readUsableHead(source: Buffer): Promise<Metadata> {
  const head = await readHead(source);
  const { width, height, pages = 1 } = head;
  if (pages > 1) {
    throw new PictureError(`has ${pages} frames: save one of them as a picture`);
  }
  if (width * height > PIXELS_MAX) {
    throw new PictureError(
      `has ${width} × ${height} pixels: at most ${PIXELS_MAX / 1_000_000} million are read`,
    );
  }
  return head;
}

/**
 * Decodes a picture, upright and without metadata, into sRGB.
 * @param size of the source when it is upright
 * @param scale of the result, at most 1
 * @throws PictureError if it is damaged
 */
export async function decode(
  source: Buffer,
  { width, height }: Metadata['autoOrient'],
  scale: number,
): Promise<Pixels> {
  try {
    return await toPixels(
      sharp(source, { limitInputPixels: PIXELS_MAX, sequentialRead: true })
        .timeout({ seconds: TIMEOUT_SECONDS })
        .autoOrient()
        .resize(scaled(width, scale), scaled(height, scale), { fit: 'fill' })
        .toColourspace('srgb'),
    );
  } catch {
    throw new PictureError('is damaged or incomplete: save it again');
  }
}

async function flatten(pixels: Pixels): Promise<Pixels> {
  if (pixels.channels === 3) return pixels;
  return toPixels(open(pixels).flatten({ background: '#fff' }));
}

/** Cuts the empty border off, in place of which pages have a margin of their own. */
async function trim(pixels: Pixels): Promise<Pixels> {
  return toPixels(open(pixels).trim({ threshold: 12 }));
}

function resize(pixels: Pixels, side: number): Sharp {
  const { width, height } = pixels;
  const scale = side / Math.min(width, height);
  return open(pixels).resize(scaled(width, scale), scaled(height, scale), { fit: 'fill' });
}

function open({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, ...info };
}

function scaled(length: number, scale: number): number {
  return Math.max(1, Math.round(length * scale));
}
