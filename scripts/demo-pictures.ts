/**
 * The pictures of the demo, of its products and its hero: photographs of a package, framed as catalogue/photographs.json says, in the files
 * that the shop makes of every picture.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { HERO_PICTURE, PRODUCT_PICTURES, pictureName, picturePath } from '../contract/pictures.ts';
import { hashPicture } from '../server/operations/pictures/picture-hash.ts';
import { encodeProductPicture } from '../server/operations/pictures/worker/encode.ts';

interface Photograph {
  /** The file without its ending: the name of the photographer, and a number. */
  photograph: string;
  /**
   * Left, top, right and bottom in percent of the photograph. The product is in the middle, because lists show only that.
   * Outside of the photograph its edges are continued.
   */
  frame: [number, number, number, number];
  /** The frame is one of the mirrored photograph. */
  mirrored?: true;
}

export interface DemoPicture extends Photograph {
  /** The id of the product, or `hero`. */
  id: string;
  /** The address that the pages have. */
  image: string;
  /** The first part of the picture's name. */
  hash: string;
}

/** Pixels of the shorter side. With more, the package would be larger by half, and a build slower. */
const SIDE_MAX = 800;
/** Of the continued edges, in pixels of the photograph. */
const BLUR = 40;

const root = join(import.meta.dirname, '..');
const photographs = join(
  dirname(createRequire(import.meta.url).resolve('@vendure/create/package.json')),
  'assets/images',
);
/** Encoding takes most of the time of a build. */
const cache = join(root, 'node_modules/.cache/demo-pictures');

const readJson = (file: string) => JSON.parse(readFileSync(join(root, 'catalogue', file), 'utf8'));
const fileOf = ({ photograph }: Photograph) => join(photographs, `${photograph}-unsplash.jpg`);

/** @throws Error if one has no photograph */
export function listDemoPictures(): DemoPicture[] {
  const products: { _id: string; image: string }[] = readJson('demo.json');
  const pictures: Record<string, Photograph> = readJson('photographs.json');
  return [{ _id: 'hero', image: HERO_PICTURE }, ...products].map(({ _id: id, image }) => {
    const picture = pictures[id];
    if (picture === undefined) throw new Error(`catalogue/photographs.json: no ${id}`);
    const framed = [Buffer.from(JSON.stringify(picture.frame)), readFileSync(fileOf(picture))];
    return { id, image, ...picture, hash: hashPicture(Buffer.concat(framed)) };
  });
}

/** @returns the files by their paths @throws Error if the pages have another address of the picture */
export async function makeDemoPicture(picture: DemoPicture): Promise<Map<string, Buffer>> {
  const name = findCached(picture) ?? (await encode(picture));
  const address = picturePath(name);
  if (picture.image !== address) {
    throw new Error(`The address of the picture of ${picture.id} is ${address}`);
  }
  const folder = join(cache, name);
  return new Map(
    readdirSync(folder).map((file) => [
      `${PRODUCT_PICTURES}/${name}/${file}`,
      readFileSync(join(folder, file)),
    ]),
  );
}

function findCached({ hash }: DemoPicture): string | undefined {
  mkdirSync(cache, { recursive: true });
  return readdirSync(cache).find((name) => name.startsWith(hash));
}

/** Makes the files of a picture, all or none of them. @returns its name */
async function encode(picture: DemoPicture): Promise<string> {
  const { shape, files } = await encodeProductPicture(await takeOut(picture));
  const name = pictureName(picture.hash, shape);
  const made = mkdtempSync(join(cache, 'making-'));
  for (const { side, format, bytes } of files)
    writeFileSync(join(made, `${side}.${format}`), bytes);
  // Another process may have been faster.
  if (existsSync(join(cache, name))) rmSync(made, { recursive: true });
  else renameSync(made, join(cache, name));
  return name;
}

/** Takes the frame out of the photograph. */
async function takeOut(picture: DemoPicture): Promise<Buffer> {
  const file = readFileSync(fileOf(picture));
  const photograph = sharp(picture.mirrored ? await toPng(sharp(file).flop()) : file);
  const { width, height } = await photograph.metadata();
  const [left, top, right, bottom] = picture.frame;
  const x = (percent: number) => Math.round((percent / 100) * width);
  const y = (percent: number) => Math.round((percent / 100) * height);
  const start = { left: Math.max(0, x(left)), top: Math.max(0, y(top)) };
  const inside = photograph.extract({
    ...start,
    width: Math.min(width, x(right)) - start.left,
    height: Math.min(height, y(bottom)) - start.top,
  });
  const part = await toPng(inside);
  const framed = await continueEdges(part, {
    ...{ left: Math.max(0, -x(left)), top: Math.max(0, -y(top)) },
    ...{ right: Math.max(0, x(right) - width), bottom: Math.max(0, y(bottom) - height) },
  });
  const size = { fit: 'outside', withoutEnlargement: true } as const;
  return toPng(sharp(framed).resize(SIDE_MAX, SIDE_MAX, size));
}

type Edges = Record<'left' | 'top' | 'right' | 'bottom', number>;

/** @param missing pixels */
async function continueEdges(part: Buffer, missing: Edges): Promise<Buffer> {
  if (Object.values(missing).every((pixels) => pixels === 0)) return part;
  const around = sharp(part).extend({ ...missing, extendWith: 'copy' });
  const { left, top } = missing;
  return toPng(around.blur(BLUR).composite([{ input: part, left, top }]));
}

/** Without loss, and quickly. */
const toPng = (image: Sharp) => image.png({ compressionLevel: 1 }).toBuffer();
