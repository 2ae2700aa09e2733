/** Writes the whole catalogue to a file or an output, in constant memory. */
import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { countProducts, listProductRows } from '../../catalogue/store.ts';
import type { Services } from '../../services.ts';
import type { Db } from '../../storage/schema.ts';
import { type FormatName, formatByEnding, knownEndings } from '../import/formats.ts';
import { type CountRecords, type OnProgress, ProgressTeller } from '../import/progress.ts';
import type { Feed, OpenFeed } from './feed.ts';
import { openGoogleTsv, openGoogleXml } from './google.ts';
import { openCsv, openJson, openJsonLines } from './own.ts';
import { openShopify } from './shopify.ts';

/** Products that are read, and written, at once. */
const PAGE_SIZE = 1_000;

const feeds: Record<FormatName, OpenFeed> = {
  json: openJson,
  jsonl: openJsonLines,
  csv: openCsv,
  shopify: openShopify,
  'google-xml': openGoogleXml,
  'google-tsv': openGoogleTsv,
};

/** Why there is no export; the message is one sentence for the operator. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
}

export interface ExportOptions {
  /** Told by the file's ending where none is named; JSON lines on an output. */
  format?: FormatName | undefined;
  /** Where the shop is on the web, without a slash at the end. */
  origin: string;
  /** Called at most every 200 ms. */
  onProgress?: OnProgress;
}

export interface ExportReport {
  written: number;
  /** Products that have no place in this format, since they aren't on sale. */
  leftOut: number;
}

/**
 * Writes a file beside the one that is asked for, and puts it in its place when it is complete: nobody
 * finds half a catalogue. Each product is as it was when its page was read; what changes meanwhile may
 * be in or not.
 * @throws ExportError where it can't be written, or nothing says in which format
 */
export async function exportToFile(
  services: Pick<Services, 'db' | 'now'>,
  file: string,
  options: ExportOptions,
): Promise<ExportReport> {
  const format = options.format ?? formatByEnding(file);
  if (format === undefined) {
    throw new ExportError(
      `${file} must end in ${knownEndings}, or --format must say what it shall be.`,
    );
  }
  const target = await stat(file).catch(() => undefined);
  if (target !== undefined && !target.isFile())
    throw new ExportError(`${file} is no regular file.`);
  const part = `${file}.${randomUUID()}.part`;
  try {
    // Opened before anything else is waited for: a stream that fails without a listener ends the process.
    const output = (await open(part, 'wx')).createWriteStream({ flush: true });
    const report = await pour(services, output, { ...options, format });
    await rename(part, file);
    return report;
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw explain(file, error);
  }
}

/** @throws ExportError where nobody reads the output any more */
export async function exportToOutput(
  services: Pick<Services, 'db' | 'now'>,
  output: Writable,
  options: ExportOptions,
): Promise<ExportReport> {
  try {
    return await pour(services, output, options);
  } catch (error) {
    throw explain('The output', error);
  }
}

async function pour(
  { db, now }: Pick<Services, 'db' | 'now'>,
  output: Writable,
  { format = 'jsonl', origin, onProgress }: ExportOptions,
): Promise<ExportReport> {
  const total = await countProducts(db);
  const count = new ProgressTeller(onProgress, now).begin('exporting', 0, total);
  const report: ExportReport = { written: 0, leftOut: 0 };
  const text = textOf(db, feeds[format](origin), report, count);
  await pipeline(Readable.from(text, { objectMode: false }), output);
  return report;
}

async function* textOf(
  db: Db,
  feed: Feed,
  report: ExportReport,
  count: CountRecords,
): AsyncGenerator<string> {
  if (feed.head !== '') yield feed.head;
  let after = 0;
  for (;;) {
    const rows = await listProductRows(db, { after, limit: PAGE_SIZE });
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.position;
    let text = '';
    for (const row of rows) {
      const written = feed.write(row, report.written === 0);
      if (written === undefined) report.leftOut++;
      else report.written++;
      text += written ?? '';
    }
    count(report.written + report.leftOut);
    if (text !== '') yield text;
  }
  if (feed.foot !== '') yield feed.foot;
}

/** @returns the error itself where it isn't the output's */
function explain(place: string, error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return error;
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new ExportError(`${place} can't be written: its folder does not exist.`);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new ExportError(`${place} may not be written by this user.`);
    case 'EPIPE':
      return new ExportError(`${place} was closed before everything was written.`);
    default:
      return new ExportError(`${place} can't be written: ${error.message}.`);
  }
}
