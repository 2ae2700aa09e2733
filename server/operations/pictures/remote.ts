/** The pictures that feeds name on other servers. */
import { DownloadError, type DownloadPolicy, download } from '../../platform/download.ts';
import type { Services } from '../../platform/services.ts';
import type { Db } from '../../platform/storage/schema.ts';
import {
  findPictureByHash,
  listRemotePictures,
  listWithoutPicture,
  type RemotePicture,
} from '../../shop/pictures/store.ts';
import { encodePicture, FILE_MAX_BYTES, hashSource, readHead } from './encode.ts';
import { PictureError } from './errors.ts';
import type { PictureProblem } from './picture-files.ts';
import { writePictures } from './write.ts';

const BATCH_SIZE = 100;
/** Problems that are kept for the report; all are counted. */
const PROBLEMS_MAX = 100;

export interface FetchOptions {
  signal?: AbortSignal;
  policy?: DownloadPolicy;
  onProgress?: (report: FetchReport) => void;
}

export interface FetchReport {
  /** Products that have a fetched picture now. */
  fetched: number;
  /** Products that had it already, or that have imported pictures. */
  unchanged: number;
  failed: number;
  problems: PictureProblem[];
}

/**
 * Fetches what is not fetched yet. Each product is changed in a transaction of its own, so a repetition continues.
 * @throws the signal's reason
 */
export async function fetchPictures(
  services: Services,
  options: FetchOptions = {},
): Promise<FetchReport> {
  const report: FetchReport = { fetched: 0, unchanged: 0, failed: 0, problems: [] };
  for await (const product of remotePictures(services.db)) {
    options.signal?.throwIfAborted();
    if (product.source === '' || product.source === product.image) {
      report.unchanged++;
      continue;
    }
    const problem = await attempt(() => fetchPicture(services, product, options));
    if (problem === undefined) report.fetched++;
    else {
      report.failed++;
      const about = `${product.id}: ${product.image}`;
      if (report.problems.length < PROBLEMS_MAX) report.problems.push({ about, message: problem });
    }
    options.onProgress?.(report);
  }
  return report;
}

async function fetchPicture(
  services: Services,
  { id, image }: RemotePicture,
  options: FetchOptions,
): Promise<void> {
  const bytes = await load(image, options);
  const known = await findPictureByHash(services.db, hashSource(bytes));
  const encoded = known === undefined ? await encodePicture(bytes) : { name: known, files: [] };
  const pictures = [{ picture: encoded.name, source: image }];
  await writePictures(services, { productId: id, pictures }, () => encoded.files);
}

export interface BrokenPicture {
  id: string;
  image: string;
  /** Why it can't be used: "answers with status 404". */
  problem: string;
}

/** Products whose pictures on other servers can't be loaded, one after the other. */
export async function* findBroken(
  db: Db,
  options: Pick<FetchOptions, 'policy' | 'signal'> = {},
): AsyncGenerator<BrokenPicture[]> {
  for await (const { id, image, source } of remotePictures(db)) {
    if (source !== null) continue;
    const problem = await attempt(async () => {
      await readHead(await load(image, options));
    });
    if (problem !== undefined) yield [{ id, image, problem }];
  }
}

export async function* findMissing(db: Db): AsyncGenerator<{ id: string; name: string }[]> {
  for (let after = 0; ; ) {
    const products = await listWithoutPicture(db, { after, limit: BATCH_SIZE });
    const last = products.at(-1);
    if (last === undefined) return;
    yield products;
    after = last.position;
  }
}

async function* remotePictures(db: Db): AsyncGenerator<RemotePicture> {
  for (let after = 0; ; ) {
    const products = await listRemotePictures(db, { after, limit: BATCH_SIZE });
    const last = products.at(-1);
    if (last === undefined) return;
    yield* products;
    after = last.position;
  }
}

function load(image: string, { policy, signal }: FetchOptions): Promise<Buffer> {
  return download(image, { maxBytes: FILE_MAX_BYTES, signal, ...(policy && { policy }) });
}

/** @returns why the picture can't be used @throws every other failure */
async function attempt(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof DownloadError || error instanceof PictureError) return error.message;
    throw error;
  }
}
