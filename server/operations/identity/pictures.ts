/** Makes the pictures of an identity: icons, logos of pixels, and the hero in the widths that pages show. */
import type { ShopIdentity } from '../../../contract/shop-identity.ts';
import { isSquare, sizeOfSvg, toSvg } from '../../shop/identity/app-icon.ts';
import type { IdentityPictures } from '../../shop/identity/pictures.ts';
import { PictureError } from '../pictures/worker/picture-error.ts';
import { PictureWorker } from '../pictures/worker/worker.ts';
import type { Problem } from './problems.ts';

export interface MadePictures {
  pictures: IdentityPictures;
  problems: Problem[];
}

/**
 * @param identity checked. Pictures in it are replaced by encoded ones, without metadata
 * @param isComplete whether the rest has no problem: otherwise its pictures are only checked
 */
export async function makePictures(
  identity: Partial<ShopIdentity>,
  isComplete = true,
): Promise<MadePictures> {
  await using worker = new PictureWorker();
  const problems: Problem[] = [];
  const attempt = async <T>(path: string, work: Promise<T>): Promise<T | undefined> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      problems.push({ path, sentence: error.message });
      return undefined;
    }
  };
  for (const name of ['logo', 'logoDark'] as const) {
    const logo = identity[name];
    if (!logo) continue;
    const png = toBytes(logo);
    if (png === undefined) await attempt(`/${name}`, worker.run('checkLogo', logo));
    else {
      const encoded = await attempt(`/${name}`, worker.run('encodeLogo', png));
      if (encoded) identity[name] = toDataUrl('image/png', encoded);
    }
  }
  const pictures: Record<string, Buffer> = {};
  const { hero } = identity;
  const file = hero?.picture === undefined ? undefined : toBytes(hero.picture);
  if (hero !== undefined && file !== undefined) {
    const { whole, ...sizes } =
      (await attempt('/hero/picture', worker.run('encodeHero', file))) ?? {};
    if (whole) hero.picture = toDataUrl('image/webp', whole);
    Object.assign(pictures, sizes);
  }
  if (isComplete && problems.length === 0) {
    const { name = '', accent, logo } = identity;
    const svg = logo && toSvg(logo);
    const size = svg && sizeOfSvg(svg);
    const icon = size && isSquare(size) ? svg : undefined;
    Object.assign(pictures, await worker.run('drawIcons', { name, accent, logo: icon }));
  }
  const texts = Object.entries(pictures).map(([name, bytes]) => [name, bytes.toString('base64')]);
  return { pictures: Object.fromEntries(texts), problems };
}

/** @returns undefined if it is no `data:` URL */
function toBytes(url: string): Buffer | undefined {
  return url.startsWith('data:')
    ? Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
    : undefined;
}

export function toDataUrl(type: string, bytes: Buffer): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}
