/** Imports pictures of products from files. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { OperatorServices } from '../../platform/services.ts';
import { reasonOf } from '../../platform/storage/errors.ts';
import type { StoredPicture } from '../../shop/catalogue/pictures/store.ts';
import { PictureIntake, type ProductPictures, picturesUnfinished } from './intake.ts';
import { chooseFiles, listFiles, type PictureProblem } from './picture-files.ts';
import { FILE_MAX_BYTES } from './worker/limits.ts';
import { PictureError } from './worker/picture-error.ts';

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
  /** The names of files that are no pictures. */
  passedOver: string[];
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
  services: OperatorServices,
  path: string,
  options: PictureImportOptions = {},
): Promise<PictureReport> {
  const { files, passedOver } = await listFiles(path);
  const { ofProducts, problems } = await chooseFiles(services.db, files);
  await using intake = new PictureIntake(services);
  const reading = { intake, problems, ...options };
  const read = await readAll(ofProducts, reading);
  const isRefused = problems.length > 0 && !options.skipInvalid;
  const counts = isRefused ? { changed: 0, unchanged: 0 } : await writeAll(read, reading);
  return { files: files.length, passedOver, ...counts, problems, isRefused };
}

interface Reading extends PictureImportOptions {
  intake: PictureIntake;
  /** Gets the problem of each file that can't be used, and of each product that is gone. */
  problems: PictureProblem[];
}

async function readAll(
  ofProducts: ReadonlyMap<string, string[]>,
  { intake, problems, signal, onProgress }: Reading,
): Promise<ProductPictures[]> {
  const encode = async (file: string): Promise<string | undefined> => {
    try {
      return await intake.add(await readSource(file));
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      problems.push({ about: basename(file), message: error.message });
      return undefined;
    }
  };
  const total = new Set([...ofProducts.values()].flat()).size;
  /** Files that were read, with their pictures: those of a group are of several products. */
  const done = new Map<string, string | undefined>();
  const read: ProductPictures[] = [];
  for (const [productId, files] of ofProducts) {
    const pictures: StoredPicture[] = [];
    for (const file of files) {
      signal?.throwIfAborted();
      if (!done.has(file)) {
        done.set(file, await encode(file));
        onProgress?.({ step: 'encoding', done: done.size, total });
      }
      const picture = done.get(file);
      if (picture !== undefined) pictures.push({ picture, source: '' });
    }
    if (pictures.length > 0) read.push({ productId, pictures });
  }
  return read;
}

/** Reads a file. Pipes and devices are no pictures, and could be read for ever. @throws PictureError */
export async function readSource(file: string): Promise<Buffer> {
  try {
    const stats = await stat(file);
    if (!stats.isFile()) throw new PictureError('is no file');
    if (stats.size > FILE_MAX_BYTES) {
      const [megabytes, most] = [stats.size, FILE_MAX_BYTES].map((bytes) =>
        Math.ceil(bytes / BYTES_PER_MB),
      );
      throw new PictureError(`has ${megabytes} MB: at most ${most}`);
    }
    // The file may grow meanwhile.
    return await buffer(createReadStream(file, { end: FILE_MAX_BYTES }));
  } catch (error) {
    if (error instanceof PictureError) throw error;
    throw new PictureError(`can't be read: ${reasonOf(error)}`);
  }
}

async function writeAll(
  read: readonly ProductPictures[],
  { intake, problems, signal, onProgress }: Reading,
): Promise<Pick<PictureReport, 'changed' | 'unchanged'>> {
  const counts = { changed: 0, unchanged: 0 };
  try {
    for (const [index, product] of read.entries()) {
      signal?.throwIfAborted();
      const outcome = await intake.write(product);
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
