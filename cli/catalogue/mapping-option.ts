/** The options `--map THEIRS=OURS` and `--set FIELD=VALUE`, which can be repeated. */
import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { Defaults, Mapping } from '../../server/operations/feeds/mapping.ts';
import { type FieldName, fieldNames } from '../../server/shop/catalogue/fields/product-fields.ts';

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
  const ours = findField(name);
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

/**
 * Adds a default to the earlier ones. The first equals sign separates them, because only VALUE may contain one.
 * @throws InvalidArgumentError
 */
export function addDefault(pair: string, before: Defaults = new Map()): Defaults {
  const [, name = '', value = ''] = /^([^=]*)=(.+)$/s.exec(pair) ?? [];
  const field = findField(name);
  if (field === undefined || field === '_id') {
    const names = fieldNames.filter((other) => other !== '_id').join(', ');
    throw new InvalidArgumentError(`It must be FIELD=VALUE, where FIELD is one of ${names}.`);
  }
  if (before.has(field)) throw new InvalidArgumentError(`${field} is named twice.`);
  return new Map([...before, [field, value]]);
}

/** @param name of a field, or an alias of it */
function findField(name: string): FieldName | undefined {
  return aliases.get(name) ?? fieldNames.find((field) => field === name);
}
