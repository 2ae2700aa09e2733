/** Imports a file of products into the catalogue, or updates offers from it. */
import { createHash, hash } from 'node:crypto';
import { OperatorError } from '../../platform/operator-error.ts';
import type { OperatorServices } from '../../platform/services.ts';
import { type NewShop, writeTo } from '../new-shop.ts';
import {
  applyRecords,
  type Batching,
  compareRecords,
  nothingDone,
  type Outcome,
} from './apply/apply.ts';
import type { Changes } from './apply/changes.ts';
import { type CheckResult, checkFile } from './check.ts';
import { createProgress, type OnProgress } from './progress.ts';
import type { FeedOptions } from './reading/read-feed.ts';
import { type Source, SourceFile } from './reading/source-file.ts';
import { Staging } from './staging.ts';
import type { ImportKind } from './validation.ts';

/** Records that are checked without a break. */
const UNBROKEN = 50;

export interface ImportOptions extends FeedOptions {
  /** Leave out records with problems instead of refusing the file. */
  skipInvalid?: boolean;
  /** Problems that are reported, not only counted: by default 20. */
  problemsMax?: number;
  /** Check and compare everything, but write nothing. */
  dryRun?: boolean;
  /** Whether a file that changes stock by differences is applied, although an earlier run has applied it already. */
  again?: boolean;
  /** Called in a dry run with what would change, in the file's order. */
  onChanges?: (changes: Changes) => void;
  /** Called at most every 200 ms. */
  onProgress?: OnProgress;
  /** Stops between two records that are checked, or between two transactions. */
  signal?: AbortSignal | undefined;
  batching?: Batching;
  /** Awaited after some records, so that a server answers requests meanwhile. */
  yieldToServer?: () => Promise<unknown>;
}

export interface ImportReport
  extends Omit<Outcome, 'records'>,
    Omit<CheckResult, 'invalidLines' | 'hasRows' | 'isBroken'> {
  /** Whether the file was refused because of problems. Nothing was written then. */
  refused: boolean;
  /** The number of records that were left out because of problems. */
  skipped: number;
  /** The lines of their rows; undefined unless the file is a table in which each record is a row. */
  skippedRows?: readonly number[] | undefined;
}

/**
 * Reads and checks the whole file, and then writes its records in short transactions, between which the shop goes on
 * selling. A failure between two of them leaves the first part written.
 *
 * Fields that the file does not have keep their values; new products get the defaults. A file that changes stock by
 * differences is applied once: a run that continues an earlier one applies the rest.
 * @param shop one that does not exist yet is created after the check, if there is anything to write
 * @throws OperatorError if the file cannot be read, has no known format, or changes meanwhile;
 *   the signal's reason; UnfinishedChange, with the cause, for any failure after the first transaction
 */
export function importFile(
  shop: OperatorServices | NewShop,
  file: string | Source,
  options: ImportOptions = {},
): Promise<ImportReport> {
  return run('import', shop, file, options);
}

/**
 * Does the same, but changes only price, stock and activity, and adds no products.
 * @throws the errors of importFile
 */
export function updateFile(
  shop: OperatorServices | NewShop,
  file: string | Source,
  options: ImportOptions = {},
): Promise<ImportReport> {
  return run('update', shop, file, options);
}

async function run(
  kind: ImportKind,
  shop: OperatorServices | NewShop,
  file: string | Source,
  options: ImportOptions,
): Promise<ImportReport> {
  const { skipInvalid = false, dryRun = false, again = false, batching, signal } = options;
  const { onChanges = () => {}, yieldToServer } = options;
  const db = 'create' in shop ? undefined : shop.db;
  const source = typeof file === 'string' ? await SourceFile.open(file) : file;
  const bytes = createHash('sha256');
  const hashed: Source = {
    path: source.path,
    async *read() {
      for await (const block of source.read()) {
        bytes.update(block);
        yield block;
      }
    },
  };
  const startPass = createProgress(options.onProgress, shop.now);
  const staging = new Staging();
  try {
    const count = startPass('checking');
    const checked = await checkFile(db, kind, hashed, options, {
      staging,
      problemsMax: options.problemsMax,
      count(records) {
        signal?.throwIfAborted();
        count(records);
        return records % UNBROKEN === 0 ? yieldToServer?.() : undefined;
      },
    }).catch((error) => {
      // The signal also ends the stream that is read.
      signal?.throwIfAborted();
      throw error;
    });
    const { invalidLines, hasRows, isBroken, ...outcome } = checked;
    const invalid = invalidLines.length;
    if (outcome.problemCount > 0 && (isBroken || !skipInvalid)) {
      return { ...nothingDone, refused: true, ...outcome, skipped: 0 };
    }
    // A repetition applies the rest of the file, so the records that were skipped would never be.
    if (invalid > 0 && staging.hasDifferences) {
      throw new OperatorError(
        'A file that changes stock by differences is applied whole, so --skip-invalid is of no use. ' +
          `Correct its invalid records (${invalid}), which are listed without --skip-invalid, or take them out.`,
      );
    }
    const skippedRows = hasRows ? invalidLines : undefined;
    const report = { refused: false, ...outcome, skipped: invalid, skippedRows };
    if (outcome.read === invalid) return { ...nothingDone, ...report };
    const run = {
      fingerprint: staging.hasDifferences
        ? fingerprintOf(bytes.digest('base64url'), options)
        : undefined,
      again,
      yieldToServer,
      count: startPass('writing', outcome.read - invalid),
    };
    const { records: _, ...done } = dryRun
      ? await compareRecords(db, staging, { ...run, onChanges })
      : await writeTo(shop, (services) =>
          applyRecords(services, kind, staging, { ...run, batching, signal }),
        );
    return { ...report, ...done };
  } finally {
    staging.close();
  }
}

/** The same bytes read in another way are another file. */
function fingerprintOf(
  bytes: string,
  { format, mapping = new Map(), defaults = new Map(), ignored = new Set() }: ImportOptions,
): string {
  const reading = [bytes, format, [...mapping], [...defaults], [...ignored]];
  return hash('sha256', JSON.stringify(reading), 'base64url');
}
