/** Reads pictures of strangers: first the head, and the pixels only if a decoder has room for them. */
import sharp, { type Metadata, type Sharp } from 'sharp';
import { DECODED_MAX_BYTES } from './limits.ts';
import { PictureError } from './picture-error.ts';
import { reducePng } from './png.ts';

/** More take minutes. */
const PIXELS_MAX = 64_000_000;
const ACCEPTED = 'JPEG, PNG, WebP, AVIF or GIF';
/** The formats of `ACCEPTED` as libvips names them; AVIF is a kind of HEIF. */
const accepted: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'heif', 'gif']);

// An import runs beside a selling shop.
sharp.concurrency(2);
sharp.cache(false);
// libvips can also read SVG and PDF, which are unsafe in files of strangers.
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

/** A decoded picture. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

export interface Picture {
  source: Buffer;
  head: Metadata;
}

/** @throws PictureError if it is no picture, or one that is not decoded */
export async function checkPicture(file: Buffer): Promise<void> {
  await openPicture(file);
}

/** Reads no pixels. @throws PictureError if it is no picture, or one that is not decoded */
export async function openPicture(file: Buffer): Promise<Picture> {
  const source = reducePng(file);
  const head = await readHead(source);
  const { width, height, pages = 1 } = head;
  if (pages > 1) {
    throw new PictureError(`has ${pages} frames: save one of them as a picture`);
  }
  const pixelsMax = Math.min(PIXELS_MAX, Math.floor(DECODED_MAX_BYTES / bytesPerPixel(head)));
  if (width * height > pixelsMax) {
    const millions = Math.floor(pixelsMax / 1e5) / 10;
    const where = pixelsMax < PIXELS_MAX ? ' in this format' : '';
    throw new PictureError(
      `has ${width} × ${height} pixels: at most ${millions} million are read${where}`,
    );
  }
  return { source, head };
}

async function readHead(source: Buffer): Promise<Metadata> {
  try {
    const head = await sharp(source, { limitInputPixels: false }).metadata();
    if (accepted.has(head.format)) return head;
  } catch {
    // It is no picture.
  }
  throw new PictureError(`is no picture that can be read: save it as ${ACCEPTED}`);
}

/** What the decoder of a format holds of each pixel, as measured. What it reads line by line takes next to nothing. */
function bytesPerPixel({ format, isProgressive, channels, depth, chromaSubsampling }: Metadata) {
  const sampleBytes = depth === 'ushort' ? 2 : 1;
  switch (format) {
    case 'heif':
      return 19 * sampleBytes;
    case 'gif':
      return 6;
    case 'webp':
      return 4;
    case 'jpeg':
      if (!isProgressive) return 1;
      return chromaSubsampling === '4:2:0' ? 3 : 2 * channels;
    default:
      return isProgressive ? channels * sampleBytes : 1;
  }
}

/**
 * Decodes a picture, upright and without metadata, into sRGB.
 * @param scale of the result, at most 1
 * @throws PictureError if it is damaged
 */
export async function decode({ source, head }: Picture, scale: number): Promise<Pixels> {
  const { width, height } = head.autoOrient;
  try {
    return await toPixels(
      sharp(source, { limitInputPixels: PIXELS_MAX, sequentialRead: true })
        .autoOrient()
        .resize(scaled(width, scale), scaled(height, scale), { fit: 'fill' })
        .toColourspace('srgb'),
    );
  } catch {
    throw new PictureError('is damaged or incomplete: save it again');
  }
}

export async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, ...info };
}

export function fromPixels({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

export function scaled(length: number, scale: number): number {
  return Math.max(1, Math.round(length * scale));
}
