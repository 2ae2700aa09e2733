/** What an operator chooses for the columns of a file. */
import type { Fields } from '../../../contract/desk.ts';
import { formatNames } from '../../../packages/product-feeds/index.ts';
import type { FeedOptions } from '../../operations/feeds/reading/read-feed.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import {
  type FieldName,
  fieldNames,
  findField,
} from '../../shop/catalogue/fields/product-fields.ts';
import type { Column } from './sample.ts';

const IGNORED = 'ignore';
/** Products of the same name become variants. */
const NAME_AND_GROUP = 'name+group';
export const columnChoices = [...fieldNames, NAME_AND_GROUP, IGNORED];
export const defaultFields = fieldNames.filter((name) => !/^_id$|^stock_/.test(name));

/** @throws OperatorError if a field has two columns, or a column would be two fields */
export function toFeedOptions(columns: readonly Column[], choices: Fields): FeedOptions {
  const choiceOf = (index: number) => choices[`column-${index}`] ?? '';
  const mapping = new Map<FieldName, string>();
  for (const [index, { name }] of columns.entries()) {
    for (const field of choiceOf(index)
      .split('+')
      .flatMap((one) => findField(one) ?? [])) {
      const other = mapping.get(field);
      if (other !== undefined) {
        throw new OperatorError(`Two columns are chosen for ${field}: ${other} and ${name}.`);
      }
      mapping.set(field, name);
    }
  }
  for (const [index, { name, field }] of columns.entries()) {
    const isOther = findField(choiceOf(index)) !== undefined;
    if (!isOther || field === undefined || mapping.has(field)) continue;
    throw new OperatorError(
      `${name} would be ${field} and ${choiceOf(index)}. Choose the column that is ${field}, too.`,
    );
  }
  const ignored = columns.filter((_, index) => choiceOf(index) === IGNORED);
  const defaults = defaultFields.map((field) => [field, choices[`set-${field}`]?.trim()] as const);
  return {
    format: formatNames.find((name) => name === choices.format),
    mapping,
    ignored: new Set(ignored.map(({ name }) => name)),
    defaults: new Map(defaults.flatMap(([field, value]) => (value ? [[field, value]] : []))),
  };
}
