/** Exports the whole catalogue to a file or an output stream, in constant memory. */
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { productAddress } from '../../../contract/listing.ts';
import { picturePath } from '../../../contract/pictures.ts';
import { groupNameOf } from '../../../contract/variants.ts';
import {
  createFeedWriter,
  type ExportedFormat,
  type FeedProduct,
  type FeedWriter,
  formatByEnding,
  hasLinks,
  isExported,
  knownEndings,
} from '../../../packages/product-feeds/index.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { Services } from '../../platform/services.ts';
import type { Db, ProductRow } from '../../platform/storage/schema.ts';
import { toWriteError } from '../../platform/system-errors.ts';
import { firstAddress, listAddresses } from '../../shop/catalogue/fields/picture-addresses.ts';
import { toOwnRecord } from '../../shop/catalogue/fields/wire.ts';
import { listGroups } from '../../shop/catalogue/groups.ts';
import { countProducts, listProductRows } from '../../shop/catalogue/store.ts';
import { readIdentity } from '../../shop/identity/store.ts';
import { partOf, removeOldParts } from '../part-files.ts';
import { type CountRecords, createProgress, type OnProgress } from './progress.ts';
import { feedShop } from './reading/read-feed.ts';

/** Products per query. */
const BATCH_SIZE = 1_000;

export interface ExportOptions {
  /** By default, the format of the file's ending, or JSON Lines for an output stream. */
  format?: ExportedFormat | undefined;
  /** The shop's public origin, without a slash at the end, for absolute URLs; undefined if it is not known. */
  origin: string | undefined;
  /** Called at most every 200 ms. */
  onProgress?: OnProgress;
  signal?: AbortSignal;
}

export interface ExportReport {
  written: number;
  /** The number of products that the format leaves out, because they are not on sale. */
  leftOut: number;
}

/**
 * Writes a temporary file beside the target and renames it when it is complete. Products that change meanwhile may
 * be exported with their old or their new values.
 * @throws OperatorError if the file cannot be written, or if its format is unknown; the signal's reason
 */
export async function exportToFile(
  services: Pick<Services, 'db' | 'now'>,
  file: string,
  options: ExportOptions,
): Promise<ExportReport> {
  const format = options.format ?? formatByEnding(file);
  if (format === undefined || !isExported(format)) {
    throw new OperatorError(
      `${file} must end in ${knownEndings}, or --format must say what it shall be.`,
    );
  }
  const target = await stat(file).catch(() => undefined);
  if (target !== undefined && !target.isFile()) {
    throw new OperatorError(`${file} is no regular file.`);
  }
  removeOldParts(dirname(file));
  const part = partOf(file);
  try {
    const output = (await open(part, 'wx')).createWriteStream({ flush: true });
    const report = await writeTo(services, output, { ...options, format });
    await rename(part, file);
    return report;
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    options.signal?.throwIfAborted();
    throw toWriteError(file, error);
  }
}

/** @throws OperatorError if the reader has closed the output */
export async function exportToOutput(
  services: Pick<Services, 'db' | 'now'>,
  output: Writable,
  options: ExportOptions,
): Promise<ExportReport> {
  try {
    return await writeTo(services, output, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    throw toWriteError('The output', error);
  }
}

async function writeTo(
  { db, now }: Pick<Services, 'db' | 'now'>,
  output: Writable,
  { format = 'jsonl', origin, onProgress, signal }: ExportOptions,
): Promise<ExportReport> {
  if (origin === undefined && hasLinks(format)) {
    throw new OperatorError(`${format} has links to the shop: set PUBLIC_URL to its address.`);
  }
  const total = await countProducts(db);
  const count = createProgress(onProgress, now)('exporting', total);
  const report: ExportReport = { written: 0, leftOut: 0 };
  const writer = await createFeedWriter(format, feedShop, origin ?? '', await readIdentity(db));
  const text = toText(db, writer, report, count);
  await pipeline(Readable.from(text, { objectMode: false }), output, { signal });
  return report;
}

/** @param report is updated while the text is produced */
async function* toText(
  db: Db,
  { header = '', separator = '', footer = '', hasGroups, write }: FeedWriter,
  report: ExportReport,
  count: CountRecords,
): AsyncGenerator<string> {
  let text = header;
  for (let after = 0; ; ) {
    const rows = await listProductRows(db, { after, limit: BATCH_SIZE });
    if (rows.length === 0) break;
    const groups = hasGroups ? await listGroups(db, rows) : new Map<string, ProductRow[]>();
    for (const row of rows) {
      after = row.position;
      const variants = groups.get(row.group_id) ?? [row];
      // They are written with the first of them, wherever the others are in the catalogue.
      if (variants[0]?.position !== row.position) continue;
      const written = write(variants.map(toFeedProduct));
      for (const one of written) text += report.written++ === 0 ? one : separator + one;
      report.leftOut += variants.length - written.length;
    }
    count(report.written + report.leftOut);
    if (text !== '') yield text;
    text = '';
  }
  text += footer;
  if (text !== '') yield text;
}

export function toFeedProduct(row: ProductRow): FeedProduct {
  const { id, image, picture } = row;
  return {
    fields: toOwnRecord(row),
    images: listAddresses(image),
    // A picture of the shop's own comes before the feed's.
    picture: picture === '' ? firstAddress(image) : picturePath(picture),
    link: productAddress(id),
    groupName: groupNameOf(row),
  };
}
