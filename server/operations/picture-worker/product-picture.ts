/** Makes the files of a product's picture: decoded, turned upright, without metadata, in the sizes that pages show. */
import type { Sharp } from 'sharp';
import { pictureFormats, pictureName, SIDE_MAX, sidesOf } from '../../../contract/pictures.ts';
import type { PictureFile } from '../../shop/catalogue/pictures/store.ts';
import { decode, fromPixels, openPicture, type Pixels, scaled, toPixels } from './decode.ts';
import { recognizeGround } from './ground.ts';
import { hashSource } from './source.ts';

/** A picture that is longer has smaller files. */
const RATIO_MAX = 3;

export interface EncodedPicture {
  name: string;
  files: PictureFile[];
}

/** @throws PictureError if it can't be used */
export async function encodeProductPicture(file: Buffer): Promise<EncodedPicture> {
  const opened = await openPicture(file);
  const size = opened.head.autoOrient;
  const [short, long] = [Math.min(size.width, size.height), Math.max(size.width, size.height)];
  const scale = Math.min(1, SIDE_MAX / short, (SIDE_MAX * RATIO_MAX) / long);
  const whole = await decode(opened, scale);
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
  return { name: pictureName(hashSource(file), { width, height, ground }), files };
}

const encoders = {
  avif: (image: Sharp) => image.avif({ quality: 52, effort: 2 }),
  webp: (image: Sharp) => image.webp({ quality: 78, effort: 4 }),
};

async function flatten(pixels: Pixels): Promise<Pixels> {
  if (pixels.channels === 3) return pixels;
  return toPixels(fromPixels(pixels).flatten({ background: '#fff' }));
}

/** Crops the empty border; pages add their own margin. */
async function trim(pixels: Pixels): Promise<Pixels> {
  return toPixels(fromPixels(pixels).trim({ threshold: 12 }));
}

function resize(pixels: Pixels, side: number): Sharp {
  const { width, height } = pixels;
  const scale = side / Math.min(width, height);
  return fromPixels(pixels).resize(scaled(width, scale), scaled(height, scale), { fit: 'fill' });
}
