import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { makeBomb, makeCutOut, makeGif, makeHugeAvif, makePhoto } from '../pictures.testing.ts';
import { encodeProductPicture } from './encode.ts';
import { PictureError } from './picture-error.ts';

const shapeOf = async (source: Buffer) => (await encodeProductPicture(source)).shape;

describe('a picture is stored', () => {
  test('as AVIF and WebP in each size up to its own, without metadata', async () => {
    const source = await sharp(await makePhoto(1_000, 700))
      .withExif({ IFD0: { Copyright: 'Somebody', Artist: 'Kestrel Mews' } })
      .jpeg()
      .toBuffer();
    expect(source.toString('latin1')).toContain('Kestrel Mews');
    const { files } = await encodeProductPicture(source);
    const sizes = await Promise.all(
      files.map(async ({ side, format, bytes }) => {
        const { width, height } = await sharp(bytes).metadata();
        expect(Buffer.from(bytes).toString('latin1')).not.toContain('Kestrel');
        return `${side}.${format} ${width}x${height}`;
      }),
    );
    expect(sizes).toEqual([
      '320.avif 457x320',
      '320.webp 457x320',
      '640.avif 914x640',
      '640.webp 914x640',
      '700.avif 1000x700',
      '700.webp 1000x700',
    ]);
  });

  test('upright, at most 1120 pixels at its shorter side, and three times as long', async () => {
    const lying = await sharp(await makePhoto(300, 200)).withMetadata({ orientation: 6 });
    expect(await shapeOf(await lying.jpeg().toBuffer())).toMatchObject({ width: 200, height: 300 });
    expect(await shapeOf(await makePhoto(3_000, 2_240))).toMatchObject({ width: 1_500 });
    expect(await shapeOf(await makePhoto(4_000, 100))).toMatchObject({ width: 3_360, height: 84 });
    const dot = await makePhoto(1, 1);
    expect(await shapeOf(dot)).toEqual({ width: 1, height: 1, background: 'photo' });
  });

  test.each([
    ['a photograph', makePhoto(), { background: 'photo' }],
    [
      'a product on white, without its border',
      makeCutOut('white'),
      { background: 'white', width: 200 },
    ],
    [
      'a product on nothing, without its border',
      makeCutOut({ r: 0, g: 0, b: 0, alpha: 0 }),
      { background: 'clear', width: 200, height: 100 },
    ],
    [
      'a product on grey',
      makeCutOut({ r: 200, g: 200, b: 200, alpha: 1 }),
      { background: 'photo' },
    ],
    ['nothing but white', makePhoto(400, 400, 'white'), { background: 'white', width: 400 }],
    ['one of greys', makePhoto().then((jpeg) => sharp(jpeg).greyscale().png().toBuffer()), {}],
    [
      'one for print',
      makePhoto().then((jpeg) => sharp(jpeg).toColourspace('cmyk').jpeg().toBuffer()),
      { width: 90, height: 60, background: 'photo' },
    ],
  ])('that is %s', async (_what, source, shape) => {
    expect(await shapeOf(await source)).toMatchObject(shape);
  });
});

const photo = await makePhoto(300, 300);

describe('a sentence refuses', () => {
  const unreadable = /^is no picture that can be read: save it as JPEG, PNG, WebP, AVIF or GIF$/;
  test.each<[string, Buffer | Promise<Buffer>, RegExp]>([
    ['a picture of 50,000 × 50,000 pixels', makeBomb(50_000), /^has 50000 × 50000 pixels: at most/],
    [
      'a small AVIF of 64 million pixels',
      makeHugeAvif(),
      /^has 8000 × 8000 pixels: at most 15.2 million are read in this format$/,
    ],
    ['a file that ends early', photo.subarray(0, photo.length / 2), /^is damaged or incomplete/],
    ['a text', Buffer.from('not a picture'), unreadable],
    ['nothing', Buffer.alloc(0), unreadable],
    [
      'SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      unreadable,
    ],
    ['PDF', Buffer.from('%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj'), unreadable],
    [
      'HEIC',
      Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0mif1heic\0\0\0\x08mdat'),
      /^is HEIC, as iPhones save photos, .* save it as JPEG/,
    ],
    ['TIFF', sharp(photo).tiff().toBuffer(), unreadable],
    [
      'a GIF of 10,000 frames',
      makeGif(10_000),
      /^has 10000 frames: save one of them as a picture$/,
    ],
  ])('%s', async (_what, source, message) => {
    const error: unknown = await encodeProductPicture(await source).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(PictureError);
    expect(error).toHaveProperty('message', expect.stringMatching(message));
  });
});

test.each([
  [1, 1],
  [2, 3],
  [1, 800],
  [30_000, 20],
])(
  'an empty picture of %s by %s pixels, which can’t be trimmed, is kept',
  async (width, height) => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const empty = sharp({ create: { width, height, channels: 4, background: clear } }).png();
    const { shape, files } = await encodeProductPicture(await empty.toBuffer());
    expect(shape.background).toBe('clear');
    expect(files.length).toBeGreaterThan(0);
  },
);
