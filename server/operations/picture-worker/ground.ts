/** Recognizes the background of a product: a photograph fills its tile, a cut-out product keeps a margin. */
import type { PictureGround } from '../../../contract/pictures.ts';
import { fromPixels, type Pixels } from './decode.ts';

/** The picture is compared in a small size. */
const SIDE = 64;
const CHANNELS = 4;
/** The part of the border that must be empty. A product may touch it. */
const EMPTY_PART = 0.95;
const WHITE_MIN = 246;
const CLEAR_MAX = 8;

export async function recognizeGround(pixels: Pixels): Promise<PictureGround> {
  const small = await fromPixels(pixels)
    .resize(SIDE, SIDE, { fit: 'fill' })
    .ensureAlpha()
    .raw()
    .toBuffer();
  const border = borderOf(small);
  const clear = border.filter(([, , , alpha = 0]) => alpha <= CLEAR_MAX);
  if (clear.length >= border.length * EMPTY_PART) return 'clear';
  const white = border.filter((pixel) => pixel.every((value) => value >= WHITE_MIN));
  return white.length >= border.length * EMPTY_PART ? 'white' : 'photo';
}

/** The pixels of the four edges: red, green, blue, alpha. */
function borderOf(rgba: Buffer): number[][] {
  const isEdge = (at: number) => at === 0 || at === SIDE - 1;
  return Array.from({ length: SIDE * SIDE }, (_, index) => index)
    .filter((index) => isEdge(index % SIDE) || isEdge(Math.floor(index / SIDE)))
    .map((index) => [...rgba.subarray(index * CHANNELS, (index + 1) * CHANNELS)]);
}
