/** The pictures of one product: more of them, or another order. */
import { PICTURES_MAX } from '../../../contract/pictures.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { quote } from '../../platform/quote.ts';
import type { OperatorServices } from '../../platform/services.ts';
import { listPictures, type StoredPicture } from '../../shop/catalogue/pictures/store.ts';
import { readSource } from './import.ts';
import { PictureIntake, type ProductPictures } from './intake.ts';
import { PictureError } from './worker/picture-error.ts';

/** @throws OperatorError if a file can't be used, or if there would be too many: nothing is changed then */
export async function addPictures(
  services: OperatorServices,
  productId: string,
  files: readonly { name: string; path: string }[],
): Promise<void> {
  const before = await listPictures(services.db, [productId]);
  if (before.length + files.length > PICTURES_MAX) {
    throw new OperatorError(`A product has at most ${PICTURES_MAX} pictures.`);
  }
  await using intake = new PictureIntake(services);
  const pictures = new Map<string, StoredPicture>(before.map((one) => [one.picture, one]));
  for (const { name, path } of files) {
    const picture = await add(intake, name, path);
    if (!pictures.has(picture)) pictures.set(picture, { picture, source: '' });
  }
  const names = before.map(({ picture }) => picture);
  await write(intake, { productId, pictures: [...pictures.values()], before: names });
}

/**
 * @param names those that stay, in their new order
 * @param before those that the operator saw
 * @throws OperatorError if the product has others by now
 */
export async function arrangePictures(
  services: OperatorServices,
  productId: string,
  names: readonly string[],
  before: readonly string[],
): Promise<void> {
  const stored = await listPictures(services.db, [productId]);
  const known = new Map(stored.map((one) => [one.picture, one]));
  const kept = [...new Set(names)].flatMap((name) => known.get(name) ?? []);
  await using intake = new PictureIntake(services);
  await write(intake, { productId, pictures: kept, before });
}

async function add(intake: PictureIntake, name: string, path: string): Promise<string> {
  try {
    return await intake.add(await readSource(path));
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    throw new OperatorError(`${quote(name)} ${error.message}. No picture was added.`);
  }
}

async function write(intake: PictureIntake, change: ProductPictures): Promise<void> {
  const outcome = await intake.write(change);
  if (outcome === 'gone') throw new OperatorError('This product was removed meanwhile.');
}
