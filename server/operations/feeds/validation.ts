/** Validates the records of all formats: returns their fields and their problems. */
import { STOCK_MAX } from '../../../contract/limits.ts';
import { quote } from '../../platform/quote.ts';
import type { ProductRow } from '../../platform/storage/schema.ts';
import { hasInvisible } from '../../shop/catalogue/fields/invisible.ts';
import {
  FieldError,
  fromDecimalComma,
  narrowestOf,
  otherColumn,
  parseId,
  parseStock,
  parseStockChange,
  STOCK_RULE,
} from '../../shop/catalogue/fields/parsers.ts';
import {
  type Field,
  type ProductColumn,
  type ProductFields,
  productColumns,
  productFields,
  updatableColumns,
} from '../../shop/catalogue/fields/product-fields.ts';
import type { ImportProblem } from './errors.ts';
import type { FeedRecord, UnreadableRecord } from './formats/format.ts';
import { type IdClaims, makeId } from './ids.ts';
import { decideStock, isTooMuch, type StockDetails } from './stock.ts';
import { findRateProblem } from './tax-rates.ts';

export const IS_MISSING = 'is missing';

/**
 * An import changes every field that a record has, and adds new products. An update changes only price, stock and
 * activity of known products.
 */
export type ImportKind = 'import' | 'update';

export interface CheckedRecord extends StockDetails {
  /** Undefined if the record has no valid id, and none can be generated. */
  id: string | undefined;
  /** Only the fields that the record has. The other fields of a known product keep their values. */
  fields: Partial<ProductFields>;
  problems: RecordProblem[];
  /** The id that brand and name give to several records, none of which can be used. */
  ambiguousId?: string | undefined;
  /** See FeedRecord. */
  isOnlyChange?: true | undefined;
}

/**
 * A problem may exist only if the catalogue doesn't have the product, doesn't count its stock, would have too much of it, or
 * has the product in another group or with another rate of tax.
 */
type Condition = 'new' | 'uncounted' | 'too much' | 'other group' | 'other tax';

interface RecordProblem {
  problem: ImportProblem;
  onlyIf?: Condition | undefined;
}

type KnownProduct = Pick<ProductRow, 'stock' | 'group_id' | 'tax'>;

/** @param known the product, if the catalogue has it */
export function problemsOf(
  record: CheckedRecord,
  known: KnownProduct | undefined,
): ImportProblem[] {
  const holds: Record<Condition, boolean> = {
    new: known === undefined,
    uncounted: known !== undefined && known.stock === null,
    'too much': isTooMuch(decideStock(record, known), known),
    'other group': record.fields.group_id !== known?.group_id,
    'other tax': record.fields.tax !== known?.tax,
  };
  return record.problems
    .filter(({ onlyIf }) => onlyIf === undefined || holds[onlyIf])
    .map(({ problem }) => problem);
}

/**
 * Ignores unknown fields.
 * @param ids the ids of earlier lines. This line's id is added even if the record has problems, so that fixing it does
 *   not change the generated ids of other records
 * @param taxKeys the keys of the shop's rates
 */
export function checkEntry(
  entry: FeedRecord | UnreadableRecord,
  kind: ImportKind,
  ids: IdClaims,
  taxKeys: readonly string[],
): CheckedRecord {
  if (!('problem' in entry)) {
    const { isOnlyChange } = entry;
    return { ...new RecordReader(entry, ids, taxKeys)[kind](), isOnlyChange };
  }
  const problem = { line: entry.line, message: entry.problem };
  return { id: undefined, fields: {}, problems: [{ problem }] };
}

class RecordReader {
  readonly #record: FeedRecord;
  readonly #ids: IdClaims;
  readonly #taxKeys: readonly string[];
  readonly #fields: Partial<ProductFields> = {};
  readonly #problems: RecordProblem[] = [];
  #ambiguousId: string | undefined;

  constructor(record: FeedRecord, ids: IdClaims, taxKeys: readonly string[]) {
    this.#record = record;
    this.#ids = ids;
    this.#taxKeys = taxKeys;
  }

  import(): CheckedRecord {
    const id = this.#has(this.#idField) ? this.#readId() : this.#makeId();
    for (const column of productColumns) this.#readField(column, true);
    // The category is the last of the categories, unless the record has another one.
    const { category = '', categories = '', group_id: group = '', tax = null } = this.#fields;
    if (category === '' && categories !== '') this.#fields.category = narrowestOf(categories);
    if (hasInvisible(group)) this.#reportInvisible('group', 'group', group, 'other group');
    const rateProblem = findRateProblem(tax, this.#taxKeys);
    if (rateProblem !== undefined) this.#report('tax', rateProblem, 'other tax');
    const ambiguousId = this.#ambiguousId;
    const stock = this.#readStock();
    return { id, fields: this.#fields, ...stock, problems: this.#problems, ambiguousId };
  }

  update(): CheckedRecord {
    const id = this.#readId();
    if (id !== undefined)
      this.#report(this.#idField, `${id} is no product of the catalogue`, 'new');
    for (const column of updatableColumns) this.#readField(column, false);
    return { id, fields: this.#fields, ...this.#readStock(), problems: this.#problems };
  }

  /** Reads what qualifies the stock (decisions, 'Stock'). */
  #readStock(): StockDetails {
    const isNull = this.#record.values.get('stock_seen') === null;
    const stockSeen = this.#has('stock_seen') ? this.#read('stock_seen', parseStock) : undefined;
    if (!this.#has('stock_change')) {
      const { stock } = this.#fields;
      if (typeof stock === 'number') {
        if (stock > STOCK_MAX) {
          const found = quote(this.#record.values.get('stock'));
          this.#report('stock', `${STOCK_RULE}, not ${found}`, 'too much');
        } else if (stockSeen !== undefined && stock > stockSeen) this.#reportTooMuch('stock');
      }
      return { stockSeen: isNull ? null : stockSeen };
    }
    const stockChange = this.#read('stock_change', parseStockChange);
    if (!this.#has('stock')) {
      this.#report('stock_change', 'needs a stock that is counted: write stock', 'uncounted');
    } else if (!this.#has('stock_seen')) {
      this.#report('stock_change', 'must not stand beside stock without stock_seen');
    }
    this.#reportTooMuch('stock_change');
    return { stockSeen: isNull ? null : stockSeen, stockChange };
  }

  #reportTooMuch(field: 'stock' | 'stock_change'): void {
    this.#report(field, `would leave the stock above ${STOCK_MAX}`, 'too much');
  }

  get #idField(): '_id' | 'id' {
    return !this.#has('_id') && this.#has('id') ? 'id' : '_id';
  }

  #readId(): string | undefined {
    const field = this.#idField;
    if (!this.#has(field)) {
      this.#report(field, IS_MISSING);
      return undefined;
    }
    const id = this.#read(field, (value) => this.#claim(parseId(value)));
    // Products that exist with such an id keep it.
    if (id !== undefined && hasInvisible(id)) this.#reportInvisible(field, '_id', id, 'new');
    return id;
  }

  #reportInvisible(field: string, ours: '_id' | 'group', id: string, onlyIf: Condition): void {
    const message = `must have no invisible characters (${otherColumn(ours)}), not ${quote(id)}`;
    this.#report(field, message, onlyIf);
  }

  #claim(id: string): string {
    const owner = this.#ids.claim(id, this.#record.line);
    if (owner === undefined) return id;
    throw new FieldError(`${id} is the one of line ${owner} already`);
  }

  /** Two records with the same made id can't be told apart, whatever their order. */
  #makeId(): string | undefined {
    const { values, line } = this.#record;
    const [brand, name] = [values.get('brand'), values.get('name')];
    if (typeof name !== 'string') return undefined;
    const id = makeId(typeof brand === 'string' ? brand : '', name);
    const owner = this.#ids.claim(id, line);
    if (owner === undefined) return id;
    this.#ambiguousId = id;
    this.#report(
      '_id',
      `is missing, and brand and name are those of line ${owner}: give each an _id`,
    );
    return undefined;
  }

  /** @param mayBeNew whether the product may be new; if so, a missing required field is a problem */
  #readField<Column extends ProductColumn>(column: Column, mayBeNew: boolean): void {
    const field: Field<ProductFields[Column]> = productFields[column];
    const { name, alias, default: initial } = field;
    const used = alias !== undefined && !this.#has(name) && this.#has(alias) ? alias : name;
    const isNull = this.#record.values.get(used) === null;
    const hasComma = field.isDecimal === true && this.#record.hasDecimalComma === true;
    const parse = (value: unknown) =>
      field.parse(hasComma && typeof value === 'string' ? fromDecimalComma(value.trim()) : value);
    if (this.#has(used)) this.#set(column, this.#read(used, parse));
    else if (initial === undefined && mayBeNew) this.#report(used, IS_MISSING, 'new');
    else if (isNull && !field.ignoresNull) this.#set(column, initial);
  }

  #set<Column extends ProductColumn>(column: Column, value: ProductFields[Column] | undefined) {
    if (value !== undefined) this.#fields[column] = value;
  }

  #has(field: string): boolean {
    const value = this.#record.values.get(field);
    return value !== undefined && value !== null;
  }

  #read<T>(field: string, parse: (value: unknown) => T): T | undefined {
    const value = this.#record.values.get(field);
    try {
      if (value instanceof FieldError) throw value;
      return parse(value);
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      this.#report(field, error.message, undefined, error.column);
      return undefined;
    }
  }

  #report(field: string, message: string, onlyIf?: Condition, column?: string): void {
    const { line, names, isOnlyChange } = this.#record;
    if (isOnlyChange && onlyIf === 'new') return;
    const problem = { line, field: column ?? names?.get(field) ?? field, message };
    this.#problems.push({ problem, onlyIf });
  }
}
