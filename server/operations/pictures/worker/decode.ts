/** Reads pictures of strangers: first the head, and the pixels only if a decoder has room for them. */
import sharp, { type Metadata, type Sharp } from 'sharp';
import { DECODED_MAX_BYTES, PIXELS_MAX } from './limits.ts';
import { PictureError } from './picture-error.ts';
import { reducePng } from './png.ts';

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

/** The beginning of a HEIC: its kind, and the kinds that it can be read as. AVIF has the same container. */
const HEIC = /^.{4}ftyp(?:.{4})*?he[iv][cmsx]/s;

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
  if (HEIC.test(source.toString('latin1', 0, 64))) {
    throw new PictureError(
      'is HEIC, as iPhones save photos, which few browsers show: save it as JPEG (Mac: Preview > File > Export; Windows: Photos > Save as; iPhone, for the next ones: Settings > Camera > Formats > Most Compatible)',
    );
  }
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

interface Bounds {
  /** Pixels of the shorter and of the longer side, at most. */
  short: number;
  long: number;
}

/** Decodes a picture, upright and without metadata, into sRGB. @throws PictureError if it is damaged */
export async function decode({ source, head }: Picture, bounds: Bounds): Promise<Pixels> {
  const { width, height } = head.autoOrient;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const factor = Math.min(1, bounds.short / short, bounds.long / long);
  try {
    return await toPixels(
      sharp(source, { limitInputPixels: PIXELS_MAX, sequentialRead: true })
        .autoOrient()
        .resize(scale(head.autoOrient, factor))
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

/** Options of sharp's `resize`. */
export function scale({ width, height }: { width: number; height: number }, factor: number) {
  const scaled = (length: number) => Math.max(1, Math.round(length * factor));
  return { width: scaled(width), height: scaled(height), fit: 'fill' } as const;
}
