/** The pictures that feeds name on other servers. */

import type { OperatorServices } from '../../platform/services.ts';
import type { Db } from '../../platform/storage/schema.ts';
import {
  listRemotePictures,
  listWithoutPicture,
  pages,
  type RemotePictures,
  type StoredPicture,
} from '../../shop/catalogue/pictures/store.ts';
import { DownloadError, type DownloadPolicy, download } from './download.ts';
import { PictureIntake, picturesUnfinished } from './intake.ts';
import type { PictureProblem } from './picture-files.ts';
import { FILE_MAX_BYTES } from './worker/limits.ts';
import { PictureError } from './worker/picture-error.ts';
import { PictureWorker } from './worker/worker.ts';

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

interface Fetching extends FetchOptions {
  report: FetchReport;
  intake: PictureIntake;
  /** The picture of each address, or why it can't be used: variants of a product name the same addresses. */
  outcomes: Map<string, string | Problem>;
}

/**
 * Fetches missing pictures. Each product has its own transaction, so a repeated run continues.
 * @throws the signal's reason, or the failure; UnfinishedChange with it after the first product
 */
export async function fetchPictures(
  services: OperatorServices,
  options: FetchOptions = {},
): Promise<FetchReport> {
  const report: FetchReport = { fetched: 0, unchanged: 0, failed: 0, changed: 0, problems: [] };
  await using intake = new PictureIntake(services);
  const fetching: Fetching = { ...options, report, intake, outcomes: new Map() };
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
  const { intake, report, outcomes, signal } = fetching;
  const pictures: StoredPicture[] = [];
  const kept = new Map(own.map(({ source, picture }) => [source, picture]));
  for (const source of addresses) {
    signal?.throwIfAborted();
    const outcome =
      kept.get(source) ??
      outcomes.get(source) ??
      (await attempt(async () => intake.add(await load(source, fetching))));
    if (typeof outcome === 'string') pictures.push({ picture: outcome, source });
    else {
      outcomes.set(source, outcome);
      countFailure(report, { about: `${id}: ${source}`, message: outcome.problem });
    }
  }
  if (pictures.length === 0) return;
  const result = await intake.write({ productId: id, pictures });
  if (result === 'gone') return;
  if (result === 'changed') report.changed++;
  for (const { picture, source } of pictures) {
    outcomes.set(source, picture);
    if (kept.has(source)) report.unchanged++;
    else report.fetched++;
  }
}

function countFailure(report: FetchReport, problem: PictureProblem): void {
  report.failed++;
  if (report.problems.length < PROBLEMS_MAX) report.problems.push(problem);
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
      const check = async () => worker.run('checkPicture', await load(image, options));
      const broken = await attempt(check);
      if (broken !== undefined) yield [{ id, image, ...broken }];
    }
  }
}

export function findMissing(db: Db): AsyncGenerator<{ id: string; name: string }[]> {
  return pages((page) => listWithoutPicture(db, page), BATCH_SIZE);
}

async function* remotePictures(db: Db): AsyncGenerator<RemotePictures> {
  for await (const products of pages((page) => listRemotePictures(db, page), BATCH_SIZE))
    yield* products;
}

function load(image: string, { policy, signal }: FetchOptions): Promise<Buffer> {
  return download(image, { maxBytes: FILE_MAX_BYTES, signal, ...(policy && { policy }) });
}

interface Problem {
  problem: string;
}

/** @returns what the work does, or why the picture can't be used @throws every other failure */
async function attempt<Result>(work: () => Promise<Result>): Promise<Result | Problem> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DownloadError || error instanceof PictureError) {
      return { problem: error.message };
    }
    throw error;
  }
}
