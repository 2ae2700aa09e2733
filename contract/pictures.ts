/** The addresses of the shop's own product pictures. An address tells everything that a page must know of its picture. */

export const PRODUCT_PICTURES = '/product-pictures';
/** The photograph of the demo's hero. */
export const HERO_PICTURE = `${PRODUCT_PICTURES}/f2f997b404e80c93634770c360c8230e-1500x640-photo/640.webp`;
/** Names who took the photographs of the demo. */
export const PHOTOGRAPHERS = '/photographers.txt';
/** Pictures of one product. */
export const PICTURES_MAX = 8;

/** Pixels of the shorter side: for a card, for a dialog or a card at double density, for a dialog at double density. */
const SIDES = [320, 640, 1120] as const;
export const SIDE_MAX = SIDES[2];
/** The side that clients get which show one address. */
const DEFAULT_SIDE = SIDES[1];

/** The best first. */
export const pictureFormats = ['avif', 'webp'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** `photo` fills its tile. The others are cut out: they keep a margin, on the tile's background or on white. */
export const pictureBackgrounds = ['photo', 'clear', 'white'] as const;
export type PictureBackground = (typeof pictureBackgrounds)[number];

export interface PictureShape {
  /** Pixels of the largest file. */
  width: number;
  height: number;
  background: PictureBackground;
}

/** The hash of what was imported, the size of the largest file, and the background. */
const NAME = /^[0-9a-f]{32}-(\d{1,4})x(\d{1,4})-(photo|clear|white)$/;
const ADDRESS = /^(?:https?:\/\/[^/]+)?\/product-pictures\/([^/]+)\/\d+\.webp$/;

export function pictureName(hash: string, { width, height, background }: PictureShape): string {
  return `${hash}-${width}x${height}-${background}`;
}

/** @returns undefined for a text that is no name of a picture */
export function parsePictureName(name: string): PictureShape | undefined {
  const [match, width, height, background] = NAME.exec(name) ?? [];
  if (match === undefined) return undefined;
  // Safe: the pattern has only these.
  return {
    width: Number(width),
    height: Number(height),
    background: background as PictureBackground,
  };
}

/** The shorter sides of a picture's files in ascending order. No file is larger than what was imported. */
export function sidesOf({ width, height }: Pick<PictureShape, 'width' | 'height'>): number[] {
  const largest = Math.min(width, height);
  return [...SIDES.filter((side) => side < largest), largest];
}

export function pictureFilePath(name: string, side: number, format: PictureFormat): string {
  return `${PRODUCT_PICTURES}/${name}/${side}.${format}`;
}

/** The one address of a picture in the API. */
export function picturePath(name: string): string {
  const shape = parsePictureName(name);
  const side =
    shape === undefined ? DEFAULT_SIDE : Math.min(DEFAULT_SIDE, ...sidesOf(shape).slice(-1));
  return pictureFilePath(name, side, 'webp');
}

/** Where the initials of a product without a picture are drawn. */
export const PLACEHOLDERS = '/placeholders';
const PLACEHOLDER = new RegExp(`${PLACEHOLDERS}/([^/]+)\\.svg$`);

/** Initials of a name that has neither letters nor digits. */
const NO_INITIALS = '•';
/** Two initials. In some scripts, one has several code points. */
export const INITIALS = /^(?:[\p{L}\p{N}\p{M}]{1,16}|•)$/u;

/** The first letter or digit of each of the first two words with one: `OS` for `Oak shelf, 80 cm`. */
export function initialsOf(name: string): string {
  const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  const initials = words.slice(0, 2).map((word) => {
    const [first] = characters.segment(word);
    return first?.segment.toUpperCase() ?? '';
  });
  const text = initials.join('').normalize('NFC');
  return INITIALS.test(text) ? text : NO_INITIALS;
}

/** @returns the initials that this picture shows; undefined if it is another picture */
export function initialsIn(address: string): string | undefined {
  const [, text] = PLACEHOLDER.exec(address) ?? [];
  try {
    return text && decodeURIComponent(text);
  } catch {
    // The address of a feed may look like one.
    return undefined;
  }
}

export interface OwnPicture extends PictureShape {
  name: string;
  /** The origin of the address; empty for a path. */
  origin: string;
}

/** @returns undefined if the picture is not one of the shop's own */
export function parsePictureAddress(address: string): OwnPicture | undefined {
  const [, name = ''] = ADDRESS.exec(address) ?? [];
  const shape = parsePictureName(name);
  if (shape === undefined) return undefined;
  return { ...shape, name, origin: address.slice(0, address.indexOf(PRODUCT_PICTURES)) };
}
