/** Reads a file of products in any format, with the shop's fields and rules. */
import { CURRENCY } from '../../../../contract/money.ts';
import { PICTURES_MAX } from '../../../../contract/pictures.ts';
import { OPTION_SEPARATOR, variantName } from '../../../../contract/variants.ts';
import {
  type FeedEntry,
  type FeedShop,
  type FormatName,
  formatByEnding,
  knownEndings,
  readFeed as readEntries,
} from '../../../../packages/product-feeds/index.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import { quote } from '../../../platform/quote.ts';
import { type FieldName, feedFields } from '../../../shop/catalogue/fields/product-fields.ts';
import { isProductId, isReservedProductId } from '../../../shop/catalogue/rules.ts';
import { makeId } from '../ids.ts';
import type { Source } from './source-file.ts';

export const feedShop: FeedShop = {
  fields: feedFields,
  picturesMax: PICTURES_MAX,
  currency: CURRENCY,
  isProductId: (text) => isProductId(text) && !isReservedProductId(text),
  makeId: (text) => makeId('', text),
  joinOptions: (options) => options.join(OPTION_SEPARATOR),
  nameVariant: variantName,
};

/** `--map THEIRS=OURS`: the file's names by the shop's fields. */
export type Mapping = ReadonlyMap<FieldName, string>;

/** `--set FIELD=VALUE`: values by the shop's own field names. */
export type Defaults = ReadonlyMap<FieldName, string>;

export interface FeedOptions {
  /** By default, the format of the file's ending, and for `.csv` of its header. */
  format?: FormatName | undefined;
  mapping?: Mapping | undefined;
  /** Default values for missing fields. */
  defaults?: Defaults | undefined;
  /** `--ignore NAME`: the file's names that are left out. */
  ignored?: ReadonlySet<string> | undefined;
}

/**
 * Reads the file in constant memory.
 * @throws OperatorError if the file has no known format, cannot be read, or has no field that the options name, which
 *   must be mistyped; MalformedFile if it is broken
 */
export async function* readFeed(
  source: Source,
  options: FeedOptions = {},
): AsyncGenerator<FeedEntry> {
  const byEnding = formatByEnding(source.path);
  // The header of a CSV file shows whose table it is.
  const format = options.format ?? (byEnding === 'csv' ? 'any table' : byEnding);
  if (format === undefined) {
    throw new OperatorError(
      `${source.path} must end in ${knownEndings}, or --format must say what it is.`,
    );
  }
  const missing = yield* readEntries(source.read(), format, feedShop, options);
  if (missing === undefined) return;
  throw new OperatorError(
    `No record of ${source.path} has the field ${quote(missing)} that --map or --ignore names.`,
  );
}
