/** Validates the records of all formats: returns their fields and their problems. */
import { STOCK_MAX } from '../../../contract/limits.ts';
import {
  type FeedRecord,
  InvalidValue,
  type UnreadableRecord,
} from '../../../packages/product-feeds/index.ts';
import { quote } from '../../platform/quote.ts';
import type { ProductRow } from '../../platform/storage/schema.ts';
import { hasInvisible } from '../../shop/catalogue/fields/invisible.ts';
import {
  narrowestOf,
  otherColumn,
  parseId,
  parseStock,
  parseStockChange,
  STOCK_RULE,
} from '../../shop/catalogue/fields/parsers.ts';
import {
  type Field,
  feedFields,
  type ProductColumn,
  type ProductFields,
  productColumns,
  productFields,
  updatableColumns,
} from '../../shop/catalogue/fields/product-fields.ts';
import { type IdClaims, makeId } from './ids.ts';
import { type ImportProblem, IS_MISSING } from './problems.ts';
import { decideStock, isTooMuch, type ProductRecord, type StockDetails } from './stock.ts';

/**
 * An import changes every field that a record has, and adds new products. An update changes only price, stock and
 * activity of known products.
 */
export type ImportKind = 'import' | 'update';

export interface CheckedRecord extends ProductRecord {
  problems: RecordProblem[];
  /** The id that brand and name give to several records, none of which can be used. */
  ambiguousId?: string | undefined;
  /** The options that would make variants of this record and another one. */
  advice?: string | undefined;
  /** See FeedRecord. */
  isOnlyChange?: true | undefined;
  isIncomplete?: boolean | undefined;
}

type KnownProduct = Pick<ProductRow, 'stock' | 'group_id' | 'tax'>;
/** @param known the product, if the catalogue has it */
type Condition = (known: KnownProduct | undefined) => boolean;

interface RecordProblem {
  problem: ImportProblem;
  /** Whether the problem exists depends on what the catalogue has. */
  onlyIf?: Condition | undefined;
}

/** The headings of what tells variants apart, in some languages. */
const OPTION_HEADING =
  /^(pack|tin|bag)?[ _-]?(size|colou?r|variant|option|weight|volume|pack|größe|farbe|gewicht|taille|couleur|talla|maat)s?\b/i;

const HANDLES = feedFields.flatMap(({ name, shopify = [] }) => (name === '_id' ? shopify : []));

const isNew: Condition = (known) => known === undefined;

/** @param known the product, if the catalogue has it */
export function problemsOf(
  { problems }: CheckedRecord,
  known: KnownProduct | undefined,
): ImportProblem[] {
  const found = problems.filter(({ onlyIf }) => onlyIf === undefined || onlyIf(known));
  return found.map(({ problem }) => problem);
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
    const { isOnlyChange, isIncomplete } = entry;
    return { ...new RecordReader(entry, ids, taxKeys)[kind](), isOnlyChange, isIncomplete };
  }
  const { line, problem: message, isOfColumn } = entry;
  const problem = { line, message, ...(isOfColumn && { isOfColumn }) };
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
    const id = this.#has('_id') ? this.#readId() : this.#makeId();
    for (const column of productColumns) this.#readField(column, true);
    // The category is the last of the categories, unless the record has another one.
    const { category = '', categories = '', group_id: group = '', tax = null } = this.#fields;
    if (category === '' && categories !== '') this.#fields.category = narrowestOf(categories);
    // Products that have such a group or rate already keep it.
    if (hasInvisible(group)) {
      this.#reportInvisible('group', group, (known) => known?.group_id !== group);
    }
    const rateProblem = findRateProblem(tax, this.#taxKeys);
    if (rateProblem !== undefined) {
      this.#report('tax', rateProblem, (known) => known?.tax !== tax);
    }
    if (id !== undefined) this.#claimOption();
    const ambiguousId = this.#ambiguousId;
    const advice = id === undefined ? undefined : this.#adviseVariants();
    const stock = this.#readStock();
    return { id, fields: this.#fields, ...stock, problems: this.#problems, ambiguousId, advice };
  }

  update(): CheckedRecord {
    const id = this.#readId();
    if (id !== undefined) this.#report('_id', `${id} is no product of the catalogue`, isNew);
    for (const column of updatableColumns) this.#readField(column, false);
    return { id, fields: this.#fields, ...this.#readStock(), problems: this.#problems };
  }

  /** Reads what qualifies the stock (R11.5). */
  #readStock(): StockDetails {
    const { values } = this.#record;
    const seen = this.#has('stock_seen') ? this.#read('stock_seen', parseStock) : undefined;
    const stockSeen = values.get('stock_seen') === null ? null : seen;
    const isChange = this.#has('stock_change');
    const stockChange = isChange ? this.#read('stock_change', parseStockChange) : undefined;
    const fields = this.#fields;
    const { stock } = fields;
    const isMuch: Condition = (known) =>
      isTooMuch(decideStock({ fields, stockSeen, stockChange }, known), known);
    const tooMuch = `would leave the stock above ${STOCK_MAX}`;
    if (isChange) {
      if (!this.#has('stock')) {
        const problem = 'needs a stock that is counted: write stock';
        this.#report('stock_change', problem, (known) => known?.stock === null);
      } else if (!this.#has('stock_seen')) {
        this.#report('stock_change', 'must not stand beside stock without stock_seen');
      }
      this.#report('stock_change', tooMuch, isMuch);
    } else if (typeof stock === 'number' && stock > STOCK_MAX) {
      this.#report('stock', `${STOCK_RULE}, not ${quote(values.get('stock'))}`, isMuch);
    } else if (typeof stock === 'number' && seen !== undefined && stock > seen) {
      this.#report('stock', tooMuch, isMuch);
    }
    return { stockSeen, ...(isChange && { stockChange }) };
  }

  #readId(): string | undefined {
    if (!this.#has('_id')) {
      this.#report('_id', IS_MISSING);
      return undefined;
    }
    const id = this.#read('_id', (value) => this.#claim(parseId(value)));
    // Products that exist with such an id keep it.
    if (id !== undefined && hasInvisible(id)) this.#reportInvisible('_id', id, isNew);
    return id;
  }

  #reportInvisible(field: '_id' | 'group', id: string, onlyIf: Condition): void {
    const message = `must have no invisible characters (${otherColumn(field)}), not ${quote(id)}`;
    this.#report(field, message, onlyIf);
  }

  #claim(id: string): string {
    const owner = this.#ids.claim(id, this.#record.line);
    if (owner === undefined) return id;
    const name = this.#record.names.get('_id') ?? '_id';
    // In Shopify's tables, all rows of a product are adjacent.
    const ways = HANDLES.includes(name)
      ? `sort the table by ${name}`
      : `--ignore ${quote(name)}, or ${otherColumn('_id')}`;
    throw new InvalidValue(`${id} is the one of line ${owner} already (${ways})`);
  }

  /** Shoppers could not tell two variants with the same option apart. */
  #claimOption(): void {
    const { group_id: group = '', option = '', name = '' } = this.#fields;
    if (group === '' || (option === '' && name === '')) return;
    const { line } = this.#record;
    // No id has a control character.
    const key = `\0${JSON.stringify([group, option, option === '' && name])}`;
    const owner = this.#ids.claim(key, line);
    if (owner === undefined) return;
    const same = option === '' ? 'name' : 'option';
    const problem = `must tell it apart from line ${owner}, which has the same group and ${same}`;
    this.#report('option', problem, option === '' ? isNew : undefined);
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
    const same = `is missing, and brand and name are those of line ${owner}: give each an _id`;
    const options = this.#variantOptions();
    const isOfColumn = options !== undefined;
    const variants = isOfColumn ? `, or make them variants with ${options}` : '';
    this.#report('_id', same + variants, undefined, { isOfColumn });
    return undefined;
  }

  /** @returns how the rows become variants, if a column looks like their option */
  #variantOptions(): string | undefined {
    const { names, unread = [] } = this.#record;
    const option = unread.find((column) => OPTION_HEADING.test(column));
    const name = names.get('name') ?? 'name';
    if (option === undefined) return undefined;
    return `--map '${name}=group' --map '${name}=name' --map '${option}=option'`;
  }

  /** @returns the same for a row whose name another row has, too */
  #adviseVariants(): string | undefined {
    const { name = '', group_id: group = '' } = this.#fields;
    const options = this.#variantOptions();
    if (options === undefined || name === '' || group !== '') return undefined;
    // No id has a control character.
    const owner = this.#ids.claim(`\0${name}`, this.#record.line);
    return owner === undefined ? undefined : options;
  }

  /** @param mayBeNew whether the product may be new; if so, a missing required field is a problem */
  #readField<Column extends ProductColumn>(column: Column, mayBeNew: boolean): void {
    const field: Field<ProductFields[Column]> = productFields[column];
    const { name, default: initial } = field;
    if (this.#has(name)) this.#set(column, this.#read(name, field.parse));
    else if (initial === undefined && mayBeNew) this.#report(name, IS_MISSING, isNew);
    else if (this.#record.values.get(name) === null && !field.ignoresNull) {
      this.#set(column, initial);
    }
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
      if (value instanceof InvalidValue) throw value;
      return parse(value);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      this.#report(field, error.message, undefined, error);
      return undefined;
    }
  }

  #report(field: string, message: string, onlyIf?: Condition, error?: Partial<InvalidValue>): void {
    const { line, names, isOnlyChange } = this.#record;
    if (isOnlyChange && onlyIf === isNew) return;
    const column = error?.column ?? names.get(field) ?? field;
    const problem: ImportProblem = { line, field: column, message };
    if (error?.isOfColumn) problem.isOfColumn = true;
    this.#problems.push({ problem, onlyIf });
  }
}

const orList = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** @param key null for the usual rate @param keys those of the shop's rates */
function findRateProblem(key: string | null, keys: readonly string[]): string | undefined {
  if (key === null || keys.includes(key)) return undefined;
  return keys.length === 0
    ? `must be empty, not ${quote(key)}: the shop has no rates of tax, which shop.json lists`
    : `must be a rate of the shop, ${orList.format(keys)}, not ${quote(key)}`;
}
