/** The option `--map THEIRS=OURS`, which can be repeated. */
import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { Mapping } from '../../server/operations/feeds/mapping.ts';
import { type FieldName, fieldNames } from '../../server/shop/catalogue/product-fields.ts';

const aliases = new Map<string, FieldName>([
  ['id', '_id'],
  ['price', 'cost'],
]);

/**
 * Adds a pair to the earlier ones. The last equals sign separates the names, because only THEIRS may contain one.
 * @throws InvalidArgumentError
 */
export function addMapping(pair: string, before: Mapping = new Map()): Mapping {
  const [, theirs = '', name = ''] = /^(.+)=([^=]*)$/.exec(pair) ?? [];
  const ours = aliases.get(name) ?? fieldNames.find((field) => field === name);
  if (ours === undefined) {
    throw new InvalidArgumentError(
      `It must be THEIRS=OURS, where OURS is one of ${fieldNames.join(', ')}.`,
    );
  }
  if (before.values().some((field) => field === ours)) {
    throw new InvalidArgumentError(`${ours} is named twice.`);
  }
  return new Map([...before, [theirs, ours]]);
}
