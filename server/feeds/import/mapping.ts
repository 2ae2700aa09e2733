/** `--map THEIRS=OURS`: what a file calls a field, said by the operator. */
import { ImportError, quote } from './problems.ts';
import type { Entry, RecordEntry } from './records.ts';

/** The shop's own fields; `id` and `price` are other names of `_id` and `cost`. */
export const fieldNames = [
  '_id',
  'name',
  'category',
  'categories',
  'brand',
  'description',
  'popularity',
  'cost',
  'rating',
  'image',
  'stock',
  'active',
] as const;
export type FieldName = (typeof fieldNames)[number];

/** Their names to ours. */
export type Mapping = ReadonlyMap<string, FieldName>;

/**
 * Puts the fields under the names that they are mapped to, before whatever the format made of them.
 * @throws ImportError behind the last record for a name that none of them had: it must be mistyped
 */
export async function* mapFields(
  entries: AsyncIterable<Entry>,
  mapping: Mapping,
  path: string,
): AsyncGenerator<Entry> {
  const unseen = new Set(mapping.keys());
  let records = 0;
  for await (const entry of entries) {
    if (!('record' in entry)) {
      yield entry;
      continue;
    }
    records++;
    yield mapEntry(entry, mapping, unseen);
  }
  const [missing] = unseen;
  if (missing !== undefined && records > 0) {
    throw new ImportError(`No record of ${path} has the field ${quote(missing)} that --map names.`);
  }
}

function mapEntry(entry: RecordEntry, mapping: Mapping, unseen: Set<string>): RecordEntry {
  const { record, raw = record } = entry;
  const mapped = { ...record };
  const names: Record<string, string> = { ...entry.names };
  for (const [theirs, ours] of mapping) {
    names[ours] = theirs;
    if (!Object.hasOwn(raw, theirs)) continue;
    unseen.delete(theirs);
    mapped[ours] = raw[theirs];
  }
  return { ...entry, record: mapped, names };
}
