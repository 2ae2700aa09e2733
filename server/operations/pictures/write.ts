/** Writes pictures of products into the shop, a product at a time, so that orders wait only for a moment. */

import { OperatorError, UnfinishedChange } from '../../platform/operator-error.ts';
import type { Services } from '../../platform/services.ts';
import { OutcomeUnknown } from '../../platform/storage/errors.ts';
import { lockCatalogue } from '../../platform/storage/locks.ts';
import { transact } from '../../platform/storage/transaction.ts';
import {
  addPictureFiles,
  findPictureByHash,
  listPictures,
  type PictureFile,
  replacePictures,
  type StoredPicture,
} from '../../shop/catalogue/pictures/store.ts';
import { lockProductRows, writeVersion } from '../../shop/catalogue/store.ts';

export interface ProductPictures {
  productId: string;
  /** Its pictures in their order. */
  pictures: readonly StoredPicture[];
}

/**
 * Replaces all pictures of a product, or none.
 * @param filesOf the files of a picture that the shop may not have yet
 * @returns the outcome; `gone`: the product no longer exists
 */
export async function writePictures(
  { db, now, newId }: Services,
  { productId, pictures }: ProductPictures,
  filesOf: (picture: string) => readonly PictureFile[],
): Promise<'changed' | 'unchanged' | 'gone'> {
  return transact(
    db,
    async (tx) => {
      await lockCatalogue(tx);
      const [row] = await lockProductRows(tx, [productId]);
      if (row === undefined) return 'gone';
      if (isSame(await listPictures(tx, [productId]), pictures)) return 'unchanged';
      for (const picture of new Set(pictures.map(({ picture }) => picture))) {
        const [hash = ''] = picture.split('-');
        const isStored = (await findPictureByHash(tx, hash)) !== undefined;
        if (isStored) continue;
        const files = filesOf(picture);
        // The shop had it when it was looked for.
        if (files.length === 0) {
          throw new OperatorError('A picture was erased meanwhile: repeat the command.');
        }
        await addPictureFiles(tx, picture, files);
      }
      await replacePictures(tx, row, pictures, now());
      await writeVersion(tx, newId());
      return 'changed';
    },
    { isPatient: true },
  );
}

function isSame(before: readonly StoredPicture[], after: readonly StoredPicture[]): boolean {
  const isEqual = ({ picture, source }: StoredPicture, index: number): boolean =>
    after[index]?.picture === picture && after[index]?.source === source;
  return before.length === after.length && before.every(isEqual);
}

/**
 * The error for pictures that failed to be written.
 * @param changed the number of products that have their new pictures
 * @returns the failure itself if there is none
 */
export function picturesUnfinished(changed: number, failure: unknown): unknown {
  if (changed === 0) return failure;
  const isUnknown = failure instanceof OutcomeUnknown;
  const sentences = [
    changed === 1
      ? '1 product has its new pictures.'
      : `${changed} products have their new pictures.`,
    ...(isUnknown ? ['The next one may have, or not.'] : []),
    'The same command does the rest.',
  ];
  return new UnfinishedChange(isUnknown ? 'unknown' : 'part', sentences.join(' '), failure);
}
