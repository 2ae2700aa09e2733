/** Pictures for tests: usual ones, and hostile ones. */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const red = { r: 170, g: 30, b: 40 };
type Rgba = { r: number; g: number; b: number; alpha: number };

/** A photograph: no edge is empty. */
export function makePhoto(
  width = 90,
  height = 60,
  background: string | typeof red = red,
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** A product with an empty border on each side. */
export function makeCutOut(background: Rgba | 'white'): Promise<Buffer> {
  const product = { create: { width: 200, height: 100, channels: 3 as const, background: red } };
  return sharp({ create: { width: 600, height: 600, channels: 4, background: background } })
    .composite([{ input: product }])
    .png()
    .toBuffer();
}

export async function makeGif(frames: number): Promise<Buffer> {
  const side = 2;
  // Each frame differs from the one before, or an encoder would leave it out.
  const pixels = Buffer.from(
    Array.from({ length: frames * side * side * 3 }, (_, at) => (at * 7 + (at >> 8) * 13) % 256),
  );
  const raw = { width: side, height: side * frames, channels: 3 as const, pageHeight: side };
  return sharp(pixels, { raw }).gif().toBuffer();
}

/** A PNG of one colour that is small as a file and large in memory. */
export function makeBomb(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // One bit a pixel, greyscale.
  head.set([1, 0, 0, 0, 0], 8);
  const row = 1 + Math.ceil(side / 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    toChunk('IHDR', head),
    toChunk('IDAT', deflateSync(Buffer.alloc(row * Math.min(side, 100)))),
    toChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG of 1 MB whose texts would unpack to a gigabyte, and take more. @param type zTXt, iTXt or iCCP */
export function makePackedTexts(type: 'zTXt' | 'iTXt' | 'iCCP'): Buffer {
  const heads = { zTXt: 'Comment\0\0', iTXt: 'Comment\0\u0001\0\0\0', iCCP: 'Profile\0\0' };
  const packed = deflateSync(Buffer.alloc(50_000_000, 'text'));
  const text = toChunk(type, Buffer.concat([Buffer.from(heads[type], 'latin1'), packed]));
  const [dot, ihdrEnd] = [makeBomb(1), 33];
  const texts = Array.from({ length: 20 }, () => text);
  return Buffer.concat([dot.subarray(0, ihdrEnd), ...texts, dot.subarray(ihdrEnd)]);
}

/** An AVIF of 8000 × 8000 pixels of one colour, in 1,155 bytes. Decoding it takes 1.2 GB. */
export function makeHugeAvif(): Promise<Buffer> {
  const create = { width: 8_000, height: 8_000, channels: 3 as const, background: red };
  return sharp({ create }).avif({ effort: 0, quality: 30 }).toBuffer();
}

function toChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
