/** Reads a feed of any format into records of the shop's fields. */
import type { FormatName } from './formats.ts';
import type { FeedEntry, FeedRecord, FeedShop } from './records.ts';
import { fromDecimalComma } from './values.ts';

export interface ReadOptions {
  /** Fields of the shop by the file's names. Their values replace those that the format itself has read. */
  mapping?: ReadonlyMap<string, string> | undefined;
  /** Values of fields that a record lacks. */
  defaults?: ReadonlyMap<string, string> | undefined;
}

/**
 * Reads in constant memory.
 * @param format `any table` takes the header for it
 * @returns a name of the mapping that no record has, if there are records
 * @throws MalformedFile if the file is broken
 */
export async function* readFeed(
  blocks: AsyncIterable<Uint8Array>,
  format: FormatName | 'any table',
  shop: FeedShop,
  { mapping = new Map(), defaults = new Map() }: ReadOptions = {},
): AsyncGenerator<FeedEntry, string | undefined> {
  const [{ readers }, { readHtml }] = await Promise.all([
    import('./dialects/dialects.ts'),
    import('./files/html.ts'),
  ]);
  const theirNames = new Map([...mapping].map(([theirs, ours]) => [ours, theirs]));
  const changeable = shop.fields.filter(
    ({ name, alias, isDecimal }) =>
      alias !== undefined || isDecimal || theirNames.has(name) || defaults.has(name),
  );
  const unseen = new Set(mapping.keys());
  let hasRecords = false;
  for await (const entry of readers[format](blocks, shop)) {
    if ('values' in entry) {
      hasRecords = true;
      yield finish(entry);
    } else yield entry;
  }
  return hasRecords ? unseen.values().next().value : undefined;

  function finish(record: FeedRecord): FeedRecord {
    const { source, columns, hasDecimalComma } = record;
    const values = new Map(record.values);
    const names = new Map(record.names);
    for (const { name, alias = name, isDecimal } of changeable) {
      const theirs = theirNames.get(name);
      if (theirs !== undefined) {
        names.set(name, theirs);
        if (columns?.has(theirs) || source.has(theirs)) unseen.delete(theirs);
        // A column whose cell is empty has replaced the format's value as well.
        if (columns?.has(theirs)) for (const one of [name, alias]) values.delete(one);
        const value = source.get(theirs);
        if (source.has(theirs)) values.set(name, name === 'description' ? readHtml(value) : value);
      }
      const other = values.get(alias) ?? undefined;
      if (other !== undefined && (values.get(name) ?? undefined) === undefined) {
        values.set(name, other);
        names.set(name, names.get(alias) ?? alias);
      }
      if (defaults.has(name) && !values.has(name) && !values.has(alias)) {
        values.set(name, defaults.get(name));
        names.set(name, `--set ${name}`);
      }
      const text = values.get(name);
      if (hasDecimalComma && isDecimal && typeof text === 'string') {
        values.set(name, fromDecimalComma(text.trim()));
      }
    }
    return { ...record, values, names };
  }
}
