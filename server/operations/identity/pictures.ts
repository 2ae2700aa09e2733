/** Makes the pictures of an identity: icons, and the hero in the widths that pages show. */
import type { ShopIdentity } from '../../../contract/shop-identity.ts';
import { isSquare, sizeOfSvg } from '../../shop/identity/app-icon.ts';
import type { IdentityPictures } from '../../shop/identity/pictures.ts';
import { PictureError } from '../pictures/worker/picture-error.ts';
import { PictureWorker } from '../pictures/worker/worker.ts';
import type { Problem } from './problems.ts';

export interface MadePictures {
  pictures: IdentityPictures;
  problems: Problem[];
}

/** @param identity checked. The picture of its hero is replaced by an encoded one, without metadata */
export async function makePictures(identity: ShopIdentity): Promise<MadePictures> {
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
  const { name, accent, logo, logoDark, hero } = identity;
  const size = logo ? sizeOfSvg(logo) : undefined;
  const icon = size && isSquare(size) ? logo : undefined;
  if (logo && !icon) await attempt('/logo', worker.run('checkLogo', logo));
  if (logoDark) await attempt('/logoDark', worker.run('checkLogo', logoDark));
  const icons = await attempt('/logo', worker.run('drawIcons', { name, accent, logo: icon }));
  const pictures: Record<string, Buffer> = { ...icons };
  if (hero?.picture !== undefined) {
    const file = Buffer.from(hero.picture.slice(hero.picture.indexOf(',') + 1), 'base64');
    const { whole, ...sizes } =
      (await attempt('/hero/picture', worker.run('encodeHero', file))) ?? {};
    if (whole) hero.picture = `data:image/webp;base64,${whole.toString('base64')}`;
    Object.assign(pictures, sizes);
  }
  const texts = Object.entries(pictures).map(([name, bytes]) => [name, bytes.toString('base64')]);
  return { pictures: Object.fromEntries(texts), problems };
}
