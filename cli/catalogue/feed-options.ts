/** The options of the commands that read and write product files. */
import { type FormatName, formatNames } from '../../server/feeds/formats/formats.ts';
import { type FieldName, fieldNames } from '../../server/feeds/formats/own-record.ts';
import type { Mapping } from '../../server/feeds/mapping.ts';
import { UsageError } from '../command.ts';

export const formats = formatNames.join(', ');

/** @throws UsageError */
export function parseFormat(name: string | undefined): FormatName | undefined {
  const format = formatNames.find((known) => known === name);
  if (name === undefined || format !== undefined) return format;
  throw new UsageError(`--format takes one of ${formats}, not ${JSON.stringify(name)}.`);
}

const aliases = new Map<string, FieldName>([
  ['id', '_id'],
  ['price', 'cost'],
]);

/**
 * Reads `THEIRS=OURS` pairs. The last equals sign separates, because only their names may contain one.
 * @throws UsageError
 */
export function parseMapping(pairs: readonly string[]): Mapping | undefined {
  if (pairs.length === 0) return undefined;
  const mapping = new Map<string, FieldName>();
  for (const pair of pairs) {
    const [, theirs = '', name = ''] = /^(.+)=([^=]*)$/.exec(pair) ?? [];
    const ours = aliases.get(name) ?? fieldNames.find((field) => field === name);
    if (ours === undefined) {
      const names = fieldNames.join(', ');
      throw new UsageError(
        `--map takes THEIRS=OURS, where OURS is one of ${names}, not ${JSON.stringify(pair)}.`,
      );
    }
    if ([...mapping.values()].includes(ours)) throw new UsageError(`--map names ${ours} twice.`);
    mapping.set(theirs, ours);
  }
  return mapping;
}
