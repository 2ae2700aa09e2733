/** Translates the rows of WooCommerce's table into products. */
import { OPTION_SEPARATOR, variantName } from '../../../../contract/variants.ts';
import { quote } from '../../../platform/quote.ts';
import { FieldError } from '../../../shop/catalogue/fields/parsers.ts';
import { Columns } from './columns.ts';
import type { FeedRecord } from './format.ts';
import { readHtml } from './html.ts';
import type { Row, Table } from './table.ts';
import { splitList, unescapeCommas, unescapeLineBreaks } from './woo-cells.ts';
import { findAttributes, wooColumns } from './woo-columns.ts';
import { readActive, readCost, readStock } from './woo-offer.ts';

/** The columns of the fields, for messages. */
const columnsOfFields = new Map([
  ['name', 'name'],
  ['description', 'description'],
  ['category', 'categories'],
  ['categories', 'categories'],
  ['brand', 'brand'],
  ['image', 'image'],
  ['stock', 'stock'],
  ['active', 'published'],
  ['group', 'parent'],
]);

export class WooProducts {
  readonly columns: Columns;
  readonly #attributes: readonly string[];
  readonly #shared: Pick<FeedRecord, 'columns' | 'hasHeader' | 'hasDecimalComma'>;

  /** @throws MalformedInput */
  constructor({ header, hasDecimalComma }: Table) {
    this.columns = new Columns(header, wooColumns).requireDistinct();
    this.#attributes = findAttributes(header);
    this.#shared = { columns: new Set(header), hasHeader: true, hasDecimalComma };
  }

  simple(row: Row): FeedRecord {
    return this.#toRecord(row, row, [['name', this.#html(row, 'name')]]);
  }

  /** @param parent the row of the variable product */
  variation(row: Row, parent: Row): FeedRecord {
    const [option, title] = [this.#optionOf(row), this.#html(parent, 'name')];
    const isNamed = typeof title === 'string' && typeof option === 'string' && option !== '';
    return this.#toRecord(row, parent, [
      ['group', this.#cell(parent, 'sku') ?? this.#cell(parent, 'id')],
      ['option', option],
      ['name', isNamed ? variantName(title, option) : (this.#html(row, 'name') ?? title)],
    ]);
  }

  /** A variation whose parent the file lacks. Only an update does without it, since it changes no texts. */
  orphan(row: Row): FeedRecord {
    const parent = this.#cell(row, 'parent');
    const problem =
      parent === undefined
        ? 'must name the variable product of this variation'
        : `must be a variable product of the file, not ${quote(parent)}`;
    return this.#toRecord(row, row, [
      ['group', new FieldError(problem)],
      ['name', this.#html(row, 'name')],
    ]);
  }

  #toRecord(row: Row, parent: Row, own: readonly [string, unknown][]): FeedRecord {
    const { columns } = this;
    const [id, cost] = [this.#cell(row, 'id'), readCost(row, columns, this.#shared)];
    const fields: readonly [string, unknown][] = [
      ['_id', this.#cell(row, 'sku') ?? id],
      ...own,
      ['description', this.#readDescription(row) ?? this.#readDescription(parent)],
      ...(this.#readCategories(row) ?? this.#readCategories(parent) ?? []),
      ['brand', this.#readBrand(row) ?? this.#readBrand(parent)],
      ['cost', cost?.value],
      ['image', this.#readImages(row) ?? this.#readImages(parent)],
      ['stock', readStock(row, parent, columns)],
      ['active', readActive(row, parent, columns)],
      ['stock_seen', this.#cell(row, 'stock_seen')],
      ['stock_change', this.#cell(row, 'stock_change')],
    ];
    const isById = this.#cell(row, 'sku') === undefined && id !== undefined;
    const names = [...columnsOfFields].map(([field, column]) => [field, columns.name(column)]);
    return {
      ...this.#shared,
      line: row.line,
      values: new Map(fields.filter(([, value]) => value !== undefined)),
      names: new Map([
        ...(names as [string, string][]),
        ['_id', columns.name(isById ? 'id' : 'sku')],
        ['cost', cost?.name ?? columns.name('cost')],
      ]),
      source: new Map([...parent.cells, ...row.cells]),
    };
  }

  #cell(row: Row, column: string): string | undefined {
    return this.columns.cell(row, column);
  }

  #html(row: Row, column: string): string | undefined | FieldError {
    return readHtml(this.#cell(row, column));
  }

  /** The values of the attributes in which the variations differ. */
  #optionOf(row: Row): string | FieldError {
    const values = this.#attributes.flatMap((column) => {
      const cell = row.cells.get(column)?.trim();
      return cell === undefined ? [] : unescapeCommas(cell);
    });
    return readHtml(values.join(OPTION_SEPARATOR));
  }

  #readDescription(row: Row): string | undefined | FieldError {
    const text = this.#cell(row, 'description') ?? this.#cell(row, 'short description');
    return text === undefined ? undefined : readHtml(unescapeLineBreaks(text));
  }

  #readBrand(row: Row): string | undefined | FieldError {
    return readHtml(splitList(this.#cell(row, 'brand') ?? '')[0]);
  }

  /** Of several paths of categories, the longest one counts, and the first of those. */
  #readCategories(row: Row): [string, unknown][] | undefined {
    const paths = splitList(this.#cell(row, 'categories') ?? '').map((path) =>
      path.split('>').flatMap((name) => readHtml(name.trim()) || []),
    );
    const [longest] = paths.sort((one, other) => other.length - one.length);
    const category = longest?.at(-1);
    if (longest === undefined || category === undefined) return undefined;
    return longest.length === 1
      ? [['category', category]]
      : [
          ['category', category],
          ['categories', longest.find((name) => name instanceof FieldError) ?? longest],
        ];
  }

  /** Commas separate pictures, and stand in addresses as well. */
  #readImages(row: Row): string[] | undefined {
    const addresses = this.#cell(row, 'image')?.split(/(?<!\\),\s*(?=https?:\/\/|\/)/i);
    return addresses?.map(unescapeCommas);
  }
}
