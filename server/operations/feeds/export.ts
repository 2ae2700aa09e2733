/** Exports the whole catalogue to a file or an output stream, in constant memory. */
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '../../platform/operator-error.ts';
import type { Services } from '../../platform/services.ts';
import type { Db, ProductRow } from '../../platform/storage/schema.ts';
import { toWriteError } from '../../platform/system-errors.ts';
import { listGroups } from '../../shop/catalogue/groups.ts';
import { countProducts, listProductRows } from '../../shop/catalogue/store.ts';
import { readIdentity } from '../../shop/identity/store.ts';
import { partOf, removeOldParts } from '../part-files.ts';
import type { FeedWriter } from './formats/format.ts';
import { formatByEnding, formats, knownEndings } from './formats/formats.ts';
import type { ExportedFormat } from './formats/names.ts';
import { type CountRecords, type OnProgress, ProgressReporter } from './progress.ts';

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
  if (format === undefined || format === 'woo') {
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
  if (origin === undefined && formats[format].hasLinks) {
    throw new OperatorError(`${format} has links to the shop: set PUBLIC_URL to its address.`);
  }
  const total = await countProducts(db);
  const count = new ProgressReporter(onProgress, now).start('exporting', total);
  const report: ExportReport = { written: 0, leftOut: 0 };
  const text = toText(
    db,
    formats[format].write(origin ?? '', await readIdentity(db)),
    report,
    count,
  );
  await pipeline(Readable.from(text, { objectMode: false }), output, { signal });
  return report;
}

/** @param report is updated while the text is produced */
async function* toText(
  db: Db,
  writer: FeedWriter,
  report: ExportReport,
  count: CountRecords,
): AsyncGenerator<string> {
  let text = writer.header;
  let after = 0;
  for (;;) {
    const rows = await listProductRows(db, { after, limit: BATCH_SIZE });
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.position;
    for await (const { part, written, leftOut } of toParts(db, writer, rows)) {
      if (written > 0) text += report.written === 0 ? part : writer.separator + part;
      report.written += written;
      report.leftOut += leftOut;
    }
    count(report.written + report.leftOut);
    if (text !== '') yield text;
    text = '';
  }
  text += writer.footer;
  if (text !== '') yield text;
}

interface Part {
  /** The text of a product, or of the variants of a group. */
  part: string;
  written: number;
  leftOut: number;
}

/** Variants that must stand together are written with the first of them, wherever the others are in the catalogue. */
async function* toParts(
  db: Db,
  writer: FeedWriter,
  rows: readonly ProductRow[],
): AsyncGenerator<Part> {
  const groups = writer.variants ? await listGroups(db, rows) : new Map<string, ProductRow[]>();
  for (const row of rows) {
    const variants = groups.get(row.group_id);
    if (variants === undefined || writer.variants === undefined) {
      const part = writer.product(row) ?? '';
      yield part === '' ? { part, written: 0, leftOut: 1 } : { part, written: 1, leftOut: 0 };
    } else if (variants[0]?.position === row.position) {
      const { text: part, written } = writer.variants(variants);
      yield { part, written, leftOut: variants.length - written };
    }
  }
}
