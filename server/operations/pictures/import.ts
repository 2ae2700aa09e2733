/** Imports pictures of products from files. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Services } from '../../platform/services.ts';
import { reasonOf } from '../../platform/storage/errors.ts';
import { findPictureByHash, type StoredPicture } from '../../shop/catalogue/pictures/store.ts';
import { FILE_MAX_BYTES } from '../picture-worker/limits.ts';
import { PictureError } from '../picture-worker/picture-error.ts';
import { hashSource } from '../picture-worker/source.ts';
import { PictureWorker } from '../picture-worker/worker.ts';
import { chooseFiles, listFiles, type PictureProblem } from './picture-files.ts';
import { PictureStaging } from './staging.ts';
import { type ProductPictures, picturesUnfinished, writePictures } from './write.ts';

const BYTES_PER_MB = 1024 * 1024;

export interface PictureImportOptions {
  /** Leave out files with a problem, instead of changing nothing. */
  skipInvalid?: boolean;
  signal?: AbortSignal;
  onProgress?: (progress: { step: 'encoding' | 'writing'; done: number; total: number }) => void;
}

export interface PictureReport {
  /** Files that were found. */
  files: number;
  /** Products that have other pictures than before. */
  changed: number;
  unchanged: number;
  problems: PictureProblem[];
  /** Whether nothing was changed because of the problems. */
  isRefused: boolean;
}

/**
 * Every file is read and encoded before anything is changed. The pictures that the files name for a product replace
 * those that it had. Pictures that the shop has already are not encoded again.
 * @throws OperatorError if the files can't be found; UnfinishedChange if it fails after the first product
 */
export async function importPictures(
  services: Services,
  path: string,
  options: PictureImportOptions = {},
): Promise<PictureReport> {
  const files = await listFiles(path);
  const { ofProducts, problems } = await chooseFiles(services.db, files);
  const staging = new PictureStaging();
  try {
    const read = await readAll(services, ofProducts, { problems, staging, ...options });
    const isRefused = problems.length > 0 && !options.skipInvalid;
    const counts = isRefused
      ? noCounts
      : await writeAll(services, read, { problems, staging, ...options });
    return { files: files.length, ...counts, problems, isRefused };
  } finally {
    staging.close();
  }
}

interface Reading extends PictureImportOptions {
  /** Gets the problem of each file that can't be used, and of each product that is gone. */
  problems: PictureProblem[];
  staging: PictureStaging;
}

async function readAll(
  { db }: Services,
  ofProducts: ReadonlyMap<string, string[]>,
  { problems, staging, signal, onProgress }: Reading,
): Promise<ProductPictures[]> {
  const total = [...ofProducts.values()].flat().length;
  let done = 0;
  const read: ProductPictures[] = [];
  await using worker = new PictureWorker();
  /** Puts the files of a picture that the shop doesn't have there. */
  const stage = async (source: Buffer): Promise<string> => {
    const encoded = await worker.run('encodeProductPicture', source);
    if (staging.read(encoded.name).length === 0) staging.add(encoded);
    return encoded.name;
  };
  for (const [productId, files] of ofProducts) {
    const pictures: StoredPicture[] = [];
    for (const file of files) {
      signal?.throwIfAborted();
      try {
        const source = await readSource(file);
        const picture = (await findPictureByHash(db, hashSource(source))) ?? (await stage(source));
        pictures.push({ picture, source: '' });
      } catch (error) {
        if (!(error instanceof PictureError)) throw error;
        problems.push({ about: basename(file), message: error.message });
      }
      onProgress?.({ step: 'encoding', done: ++done, total });
    }
    if (pictures.length > 0) read.push({ productId, pictures });
  }
  return read;
}

/** Pipes and devices are no pictures, and could be read for ever. @throws PictureError */
async function readSource(file: string): Promise<Buffer> {
  try {
    const { size } = await stat(file).then((stats) => {
      if (!stats.isFile()) throw new PictureError('is no file');
      return stats;
    });
    if (size > FILE_MAX_BYTES) {
      throw new PictureError(
        `has ${Math.ceil(size / BYTES_PER_MB)} MB: at most ${FILE_MAX_BYTES / BYTES_PER_MB}`,
      );
    }
    // The file may grow meanwhile.
    return await buffer(createReadStream(file, { end: FILE_MAX_BYTES }));
  } catch (error) {
    if (error instanceof PictureError) throw error;
    throw new PictureError(`can't be read: ${reasonOf(error)}`);
  }
}

const noCounts = { changed: 0, unchanged: 0 };

async function writeAll(
  services: Services,
  read: readonly ProductPictures[],
  { problems, staging, signal, onProgress }: Reading,
) {
  const counts = { ...noCounts };
  try {
    for (const [index, product] of read.entries()) {
      signal?.throwIfAborted();
      const outcome = await writePictures(services, product, (name) => staging.read(name));
      if (outcome === 'gone') {
        problems.push({ about: product.productId, message: 'was removed meanwhile' });
      } else counts[outcome]++;
      onProgress?.({ step: 'writing', done: index + 1, total: read.length });
    }
  } catch (error) {
    throw picturesUnfinished(counts.changed, error);
  }
  return counts;
}
