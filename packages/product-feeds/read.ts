/** Reads a feed of any format into records of the shop's fields. */
import { isCurrency, isCurrencyName, refuseCurrency } from './amounts.ts';
import type { FormatName } from './formats.ts';
import { type FeedEntry, type FeedRecord, type FeedShop, InvalidValue } from './records.ts';
import { quote } from './values.ts';

export interface ReadOptions {
  /** The file's names by the shop's fields. Their values replace those that the format itself has read. */
  mapping?: ReadonlyMap<string, string> | undefined;
  /** Values of fields that a record lacks. */
  defaults?: ReadonlyMap<string, string> | undefined;
  /** The file's names that are left out. */
  ignored?: ReadonlySet<string> | undefined;
}

/**
 * Reads in constant memory.
 * @param format `any table` takes the header for it
 * @returns a name that the options have and no record, if there are records
 * @throws MalformedFile if the file is broken
 */
export async function* readFeed(
  blocks: AsyncIterable<Uint8Array>,
  format: FormatName | 'any table',
  shop: FeedShop,
  { mapping = new Map(), defaults = new Map(), ignored = new Set() }: ReadOptions = {},
): AsyncGenerator<FeedEntry, string | undefined> {
  const [{ readers }, { readHtml }] = await Promise.all([
    import('./dialects/dialects.ts'),
    import('./files/html.ts'),
  ]);
  const changeable = shop.fields.filter(
    ({ name, alias }) => alias !== undefined || mapping.has(name) || defaults.has(name),
  );
  const isGroupedByName = mapping.has('group') && mapping.get('group') === mapping.get('name');
  const unseen = new Set([...mapping.values(), ...ignored]);
  const isIgnored = (name: string): boolean => {
    if (!ignored.has(name)) return false;
    unseen.delete(name);
    return true;
  };
  let hasRecords = false;
  for await (const entry of readers[format](blocks, { shop, mapping, isIgnored })) {
    if ('values' in entry) {
      hasRecords = true;
      yield finish(entry);
    } else yield entry;
  }
  return hasRecords ? unseen.values().next().value : undefined;

  function finish(record: FeedRecord): FeedRecord {
    const { source, columns, isMapped } = record;
    const values = new Map(record.values);
    const names = new Map(record.names);
    for (const { name, alias = name } of changeable) {
      const theirs = mapping.get(name);
      if (theirs !== undefined) {
        names.set(name, theirs);
        if (columns?.has(theirs) || source.has(theirs)) unseen.delete(theirs);
        // A column whose cell is empty has replaced the format's value as well.
        if (columns?.has(theirs) && !isMapped) for (const one of [name, alias]) values.delete(one);
        if (source.has(theirs) && !isMapped) {
          const value = source.get(theirs);
          values.set(name, name === 'description' ? readHtml(value) : value);
        }
      }
      const [given, other] = [values.get(name) ?? undefined, values.get(alias) ?? undefined];
      if (given === undefined && other !== undefined) {
        values.set(name, other);
        names.set(name, names.get(alias) ?? alias);
      } else if (name === 'cost' && other !== undefined && Number(other) !== Number(given)) {
        values.set(name, new InvalidValue(`stands beside another ${alias}: --ignore one of them`));
      }
      if (defaults.has(name) && !values.has(name) && !values.has(alias)) {
        values.set(name, defaults.get(name));
        names.set(name, `--set ${name}`);
      }
    }
    // A name may have characters that no id has.
    const group = values.get('group');
    if (isGroupedByName && typeof group === 'string') values.set('group', shop.makeId(group));
    if (record.isIncomplete) nameVariant(values, shop);
    refuseForeignCurrency(values, source, shop.currency);
    return { ...record, values, names };
  }
}

/** Adds the option of a variant to its name, unless the name ends with it. */
function nameVariant(values: Map<string, unknown>, shop: FeedShop): void {
  const [name, group, option] = ['name', 'group', 'option'].map((field) => values.get(field));
  if (!group || typeof name !== 'string' || typeof option !== 'string') return;
  const [said, wanted] = [wordsOf(name), wordsOf(option)];
  const isSaid = wanted.toSorted().join() === said.slice(-wanted.length).toSorted().join();
  if (!isSaid && !name.endsWith(option)) values.set('name', shop.nameVariant(name, option));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A column of currencies says what the amounts beside it mean. */
function refuseForeignCurrency(
  values: Map<string, unknown>,
  source: FeedRecord['source'],
  currency: string,
): void {
  for (const [name, value] of source) {
    if (!isCurrencyName(name) || value === null || value === '') continue;
    // Objects, lists and numbers of JSON are no code of a currency.
    if (typeof value === 'string' && (value.trim() === '' || isCurrency(value, currency))) continue;
    const other = typeof value === 'string' ? value.trim().slice(0, 10) : quote(value);
    values.set('cost', refuseCurrency(other, currency, name));
  }
}
