/** Brings a file of products into the catalogue: all of them, or nothing at all. */
import type { Services } from '../../http/services.ts';
import { lockCatalogue } from '../../storage/locks.ts';
import type { Db } from '../../storage/schema.ts';
import { transact } from '../../storage/transact.ts';
import { nextPosition, writeVersion } from '../store.ts';
import { type Changes, findChanges, writeChanges } from './changes.ts';
import { type CheckedFile, checkFile, checkRecords } from './check.ts';
import { ImportError, type ImportProblem, MalformedInput } from './problems.ts';
import { type CountRecords, type OnProgress, ProgressTeller } from './progress.ts';
import type { ImportedProduct } from './rules.ts';

/** Products that are compared and written at once: 9 parameters each, of the 32,766 SQLite takes. */
const BATCH_SIZE = 500;

export interface ImportOptions {
  /** Leaves out records with problems instead of refusing the file. */
  skipInvalid?: boolean;
  /** Does everything but write. */
  dryRun?: boolean;
  /** Called at most every 200 ms. */
  onProgress?: OnProgress;
}

export interface ImportReport {
  /** Nothing was written, because of the problems. */
  refused: boolean;
  /** Records in the file, as far as it could be read. */
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  /** Left out because of their problems. */
  skipped: number;
  /** The first 20 of them. */
  problems: ImportProblem[];
  problemCount: number;
}

type Counts = Pick<ImportReport, 'added' | 'updated' | 'unchanged'>;

/**
 * Reads the file twice: first to check it, with no lock held, then to write it in one transaction.
 * Products that have their id already are updated where they stand, the others follow behind the
 * last one in the file's order.
 * @throws ImportError for a file that can't be read, has no known format, or changes meanwhile
 */
export async function importFile(
  { db, now, newId }: Services,
  file: string,
  { skipInvalid = false, dryRun = false, onProgress }: ImportOptions = {},
): Promise<ImportReport> {
  const teller = new ProgressTeller(onProgress, now);
  const checked = await checkFile(file, (records) => teller.tell({ pass: 'checking', records }));
  const { read, invalid, problems, problemCount, broken } = checked;
  const outcome = { read, problems, problemCount };
  if (problemCount > 0 && (broken || !skipInvalid)) {
    return { refused: true, ...outcome, added: 0, updated: 0, unchanged: 0, skipped: 0 };
  }
  const count: CountRecords = (records) =>
    teller.tell({ pass: 'writing', records, total: read - invalid });
  const batches = (): AsyncGenerator<ImportedProduct[]> => readBatches(file, checked);
  const counts = dryRun
    ? await forEachChange(db, batches(), count, async () => {})
    : await transact(db, async (tx) => {
        await lockCatalogue(tx);
        let position = await nextPosition(tx);
        const written = await forEachChange(tx, batches(), count, async (changes) => {
          await writeChanges(tx, changes, position, now());
          position += changes.added.length;
        });
        if (written.added + written.updated > 0) await writeVersion(tx, newId());
        return written;
      });
  return { refused: false, ...outcome, ...counts, skipped: invalid };
}

async function forEachChange(
  db: Db,
  batches: AsyncIterable<ImportedProduct[]>,
  count: CountRecords,
  write: (changes: Changes) => Promise<void>,
): Promise<Counts> {
  const counts: Counts = { added: 0, updated: 0, unchanged: 0 };
  for await (const batch of batches) {
    const changes = await findChanges(db, batch);
    await write(changes);
    counts.added += changes.added.length;
    counts.updated += changes.updated.length;
    counts.unchanged += changes.unchanged;
    count(counts.added + counts.updated + counts.unchanged);
  }
  return counts;
}

/** The products of a file that was checked before. @throws ImportError where it isn't the same now */
async function* readBatches(
  file: string,
  { read, invalid }: CheckedFile,
): AsyncGenerator<ImportedProduct[]> {
  let batch: ImportedProduct[] = [];
  let readNow = 0;
  let invalidNow = 0;
  try {
    for await (const checked of checkRecords(file)) {
      readNow++;
      if ('product' in checked) batch.push(checked.product);
      else invalidNow++;
      if (batch.length < BATCH_SIZE) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    throw error instanceof MalformedInput ? changedMeanwhile(file) : error;
  }
  if (readNow !== read || invalidNow !== invalid) throw changedMeanwhile(file);
  if (batch.length > 0) yield batch;
}

function changedMeanwhile(file: string): ImportError {
  return new ImportError(`${file} was changed while it was being imported.`);
}
