/** The pictures that feeds name on other servers. */
import { DownloadError, type DownloadPolicy, download } from '../../platform/download.ts';
import type { Services } from '../../platform/services.ts';
import type { Db } from '../../platform/storage/schema.ts';
import {
  findPictureByHash,
  listRemotePictures,
  listWithoutPicture,
  type PictureFile,
  type RemotePictures,
  type StoredPicture,
} from '../../shop/catalogue/pictures/store.ts';
import { FILE_MAX_BYTES } from '../picture-worker/limits.ts';
import { PictureError } from '../picture-worker/picture-error.ts';
import type { EncodedPicture } from '../picture-worker/product-picture.ts';
import { hashSource } from '../picture-worker/source.ts';
import { PictureWorker } from '../picture-worker/worker.ts';
import type { PictureProblem } from './picture-files.ts';
import { picturesUnfinished, writePictures } from './write.ts';

const BATCH_SIZE = 100;
/** Problems that are kept for the report; all are counted. */
const PROBLEMS_MAX = 100;
/** Addresses whose outcome is remembered. */
const OUTCOMES_MAX = 1_000;

export interface FetchOptions {
  signal?: AbortSignal;
  policy?: DownloadPolicy;
  onProgress?: (report: FetchReport) => void;
}

export interface FetchReport {
  /** Pictures that products show now and had not before. */
  fetched: number;
  /** Pictures that products had already, and pictures of products with imported ones. */
  unchanged: number;
  failed: number;
  /** Products with other pictures than before. */
  changed: number;
  problems: PictureProblem[];
}

/** What became of an address. The files are empty if the shop has the picture. */
type Outcome = EncodedPicture | { problem: string };

interface Fetching extends FetchOptions {
  services: Services;
  report: FetchReport;
  worker: PictureWorker;
  /** By address: variants of a product name the same ones. */
  outcomes: Map<string, Outcome>;
}

/**
 * Fetches missing pictures. Each product has its own transaction, so a repeated run continues.
 * @throws the signal's reason, or the failure; UnfinishedChange with it after the first product
 */
export async function fetchPictures(
  services: Services,
  options: FetchOptions = {},
): Promise<FetchReport> {
  const report: FetchReport = { fetched: 0, unchanged: 0, failed: 0, changed: 0, problems: [] };
  await using worker = new PictureWorker();
  const fetching: Fetching = { ...options, services, report, worker, outcomes: new Map() };
  try {
    for await (const product of remotePictures(services.db)) {
      options.signal?.throwIfAborted();
      if (isFetched(product)) report.unchanged += product.addresses.length;
      else {
        await fetchForProduct(fetching, product);
        options.onProgress?.(report);
      }
      if (fetching.outcomes.size > OUTCOMES_MAX) fetching.outcomes.clear();
    }
  } catch (error) {
    throw picturesUnfinished(report.changed, error);
  }
  return report;
}

function isFetched({ addresses, own }: RemotePictures): boolean {
  if (own.some(isImported)) return true;
  return (
    own.length === addresses.length && own.every(({ source }, index) => source === addresses[index])
  );
}

function isImported({ source }: StoredPicture): boolean {
  return source === '';
}

/** Pictures that fail are left out, so that the others are shown; if all fail, the earlier ones stay. */
async function fetchForProduct(
  fetching: Fetching,
  { id, addresses, own }: RemotePictures,
): Promise<void> {
  const { services, report, outcomes, signal } = fetching;
  const pictures: StoredPicture[] = [];
  const files = new Map<string, PictureFile[]>();
  const kept = new Map(own.map(({ source, picture }) => [source, picture]));
  for (const source of addresses) {
    signal?.throwIfAborted();
    const earlier = kept.get(source);
    const outcome =
      earlier === undefined
        ? (outcomes.get(source) ?? (await fetchPicture(fetching, source)))
        : { name: earlier, files: [] };
    if ('problem' in outcome) {
      outcomes.set(source, outcome);
      countFailure(report, { about: `${id}: ${source}`, message: outcome.problem });
    } else {
      pictures.push({ picture: outcome.name, source });
      if (outcome.files.length > 0) files.set(outcome.name, outcome.files);
    }
  }
  if (pictures.length === 0) return;
  const product = { productId: id, pictures };
  const result = await writePictures(services, product, (name) => files.get(name) ?? []);
  if (result === 'gone') return;
  if (result === 'changed') report.changed++;
  for (const { picture, source } of pictures) {
    outcomes.set(source, { name: picture, files: [] });
    if (kept.has(source)) report.unchanged++;
    else report.fetched++;
  }
}

function countFailure(report: FetchReport, problem: PictureProblem): void {
  report.failed++;
  if (report.problems.length < PROBLEMS_MAX) report.problems.push(problem);
}

function fetchPicture(fetching: Fetching, address: string): Promise<Outcome> {
  return attempt(async () => {
    const bytes = await load(address, fetching);
    const known = await findPictureByHash(fetching.services.db, hashSource(bytes));
    if (known !== undefined) return { name: known, files: [] };
    return fetching.worker.run('encodeProductPicture', bytes);
  });
}

export interface BrokenPicture {
  id: string;
  image: string;
  /** Why it can't be used: "answers with status 404". */
  problem: string;
}

/** The pictures on other servers that are not fetched and can't be loaded, one after the other. */
export async function* findBroken(
  db: Db,
  options: Pick<FetchOptions, 'policy' | 'signal'> = {},
): AsyncGenerator<BrokenPicture[]> {
  await using worker = new PictureWorker();
  for await (const { id, addresses, own } of remotePictures(db)) {
    if (own.some(isImported)) continue;
    for (const image of addresses) {
      if (own.some(({ source }) => source === image)) continue;
      const outcome = await attempt(async () => {
        await worker.run('checkPicture', await load(image, options));
        return {};
      });
      if ('problem' in outcome) yield [{ id, image, problem: outcome.problem }];
    }
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

async function* remotePictures(db: Db): AsyncGenerator<RemotePictures> {
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

/** @returns what the work does, or why the picture can't be used @throws every other failure */
async function attempt<Result>(work: () => Promise<Result>): Promise<Result | { problem: string }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DownloadError || error instanceof PictureError) {
      return { problem: error.message };
    }
    throw error;
  }
}
