/** `--map THEIRS=OURS`: the operator's own mapping of field names. */
import { OperatorError } from '../../platform/operator-error.ts';
import { quote } from '../../platform/quote.ts';
import type { FieldName } from '../../shop/catalogue/fields/product-fields.ts';
import type { FeedEntry, FeedRecord } from './formats/format.ts';
import { readHtml } from './formats/html.ts';

const aliases: ReadonlyMap<FieldName, string> = new Map([
  ['_id', 'id'],
  ['cost', 'price'],
]);

/** Values by the shop's own field names. */
export type Defaults = ReadonlyMap<FieldName, string>;

/** Maps the file's field names to the shop's. */
export type Mapping = ReadonlyMap<string, FieldName>;

/**
 * Replaces the values that the format itself has read by the mapped fields.
 * @throws OperatorError after the last record if no record had a mapped name, which must be mistyped
 */
export async function* mapFields(
  entries: AsyncIterable<FeedEntry>,
  mapping: Mapping,
  path: string,
): AsyncGenerator<FeedEntry> {
  const unseen = new Set(mapping.keys());
  let hasRecords = false;
  for await (const entry of entries) {
    if (!('values' in entry)) {
      yield entry;
      continue;
    }
    hasRecords = true;
    yield mapRecord(entry, mapping, unseen);
  }
  const [missing] = unseen;
  if (missing !== undefined && hasRecords) {
    throw new OperatorError(
      `No record of ${path} has the field ${quote(missing)} that --map names.`,
    );
  }
}

function mapRecord(record: FeedRecord, mapping: Mapping, unseen: Set<string>): FeedRecord {
  const { source = record.values, columns } = record;
  const values = new Map(record.values);
  const names = new Map(record.names);
  for (const [theirs, ours] of mapping) {
    names.set(ours, theirs);
    if (source.has(theirs) || columns?.has(theirs)) unseen.delete(theirs);
    // A column whose cell is empty has replaced the format's value as well.
    for (const name of [ours, aliases.get(ours)]) {
      if (columns?.has(theirs) && name !== undefined) values.delete(name);
    }
    if (!source.has(theirs)) continue;
    const value = source.get(theirs);
    values.set(ours, ours === 'description' ? readHtml(value) : value);
  }
  return { ...record, values, names };
}

/** `--set FIELD=VALUE`: a record that has no value for the field gets this one. */
export async function* setDefaults(
  entries: AsyncIterable<FeedEntry>,
  defaults: Defaults,
): AsyncGenerator<FeedEntry> {
  for await (const entry of entries)
    yield 'values' in entry ? withDefaults(entry, defaults) : entry;
}

function withDefaults(record: FeedRecord, defaults: Defaults): FeedRecord {
  const values = new Map(record.values);
  const names = new Map(record.names);
  for (const [field, value] of defaults) {
    if (values.has(field) || values.has(aliases.get(field) ?? field)) continue;
    values.set(field, value);
    names.set(field, `--set ${field}`);
  }
  return { ...record, values, names };
}
