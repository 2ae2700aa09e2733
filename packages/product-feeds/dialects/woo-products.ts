/** Translates the rows of WooCommerce's table into products. */
import { readHtml } from '../files/html.ts';
import type { Row, Table } from '../files/table.ts';
import { type FeedRecord, type FeedShop, InvalidValue } from '../records.ts';
import { quote } from '../values.ts';
import { Columns, namesOf } from './columns.ts';
import {
  columns,
  findAttributes,
  refuseTranslated,
  splitList,
  unescapeCommas,
  unescapeLineBreaks,
} from './woo-columns.ts';
import { readActive, readCost, readStock } from './woo-offer.ts';

type Text = string | undefined | InvalidValue;

export class WooProducts {
  readonly columns: Columns;
  readonly #shop: FeedShop;
  readonly #attributes: readonly string[];
  readonly #shared: Pick<FeedRecord, 'columns' | 'hasHeader' | 'hasDecimalComma'>;

  /** @throws MalformedFile */
  constructor({ header, hasDecimalComma }: Table, shop: FeedShop) {
    const known = [...namesOf(shop.fields, 'woo'), ...columns];
    refuseTranslated(header, known);
    this.columns = new Columns(header, known);
    this.#shop = shop;
    this.#attributes = findAttributes(header);
    this.#shared = { columns: new Set(header), hasHeader: true, hasDecimalComma };
  }

  simple(row: Row): FeedRecord {
    return this.#toRecord(row, row, { name: readHtml(this.#cell(row, 'name')) });
  }

  /** @param parent the row of the variable product */
  variation(row: Row, parent: Row): FeedRecord {
    // The values of the attributes in which the variations differ.
    const cells = this.#attributes.flatMap((column) => row.cells.get(column)?.trim() ?? []);
    const option = readHtml(this.#shop.joinOptions(cells.map(unescapeCommas)));
    const title = readHtml(this.#cell(parent, 'name'));
    const isNamed = typeof title === 'string' && typeof option === 'string' && option !== '';
    const name = isNamed
      ? this.#shop.nameVariant(title, option)
      : (readHtml(this.#cell(row, 'name')) ?? title);
    const group = this.#cell(parent, '_id') ?? this.#cell(parent, 'id');
    return this.#toRecord(row, parent, { group, option, name });
  }

  /** A variation whose parent the file lacks. Only an update does without it, since it changes no texts. */
  orphan(row: Row): FeedRecord {
    const parent = this.#cell(row, 'group');
    const problem =
      parent === undefined
        ? 'must name the variable product of this variation'
        : `must be a variable product of the file, not ${quote(parent)}`;
    const name = readHtml(this.#cell(row, 'name'));
    return this.#toRecord(row, row, { group: new InvalidValue(problem), name });
  }

  #toRecord(row: Row, parent: Row, own: { name: Text; group?: Text; option?: Text }): FeedRecord {
    const { columns } = this;
    const [sku, id] = [this.#cell(row, '_id'), this.#cell(row, 'id')];
    const cost = readCost(row, columns, this.#shared.hasDecimalComma === true);
    const fields = {
      _id: sku ?? id,
      ...own,
      description: this.#readDescription(row) ?? this.#readDescription(parent),
      ...(this.#readCategories(row) ?? this.#readCategories(parent)),
      brand: this.#readBrand(row) ?? this.#readBrand(parent),
      cost: cost?.value,
      image: this.#readImages(row) ?? this.#readImages(parent),
      stock: readStock(row, parent, columns),
      active: readActive(row, parent, columns),
      stock_seen: this.#cell(row, 'stock_seen'),
      stock_change: this.#cell(row, 'stock_change'),
    };
    const names = new Map(
      namesOf(this.#shop.fields, 'woo').map(([field]) => [field, columns.name(field)]),
    );
    if (sku === undefined && id !== undefined) names.set('_id', columns.name('id'));
    if (cost !== undefined) names.set('cost', cost.name);
    return {
      ...this.#shared,
      line: row.line,
      values: new Map(Object.entries(fields).filter(([, value]) => value !== undefined)),
      names,
      source: new Map([...parent.cells, ...row.cells]),
    };
  }

  #cell(row: Row, column: string): string | undefined {
    return this.columns.cell(row, column);
  }

  #readDescription(row: Row): Text {
    const text = this.#cell(row, 'description') ?? this.#cell(row, 'short description');
    return text === undefined ? undefined : readHtml(unescapeLineBreaks(text));
  }

  #readBrand(row: Row): Text {
    return readHtml(splitList(this.#cell(row, 'brand') ?? '')[0]);
  }

  /** Reads the longest of several paths of categories, the first of those. */
  #readCategories(row: Row): { category: Text; categories?: Text | Text[] } | undefined {
    const paths = splitList(this.#cell(row, 'categories') ?? '').map((path) =>
      path.split('>').flatMap((name) => readHtml(name.trim()) || []),
    );
    const [longest] = paths.sort((one, other) => other.length - one.length);
    const category = longest?.at(-1);
    if (longest === undefined || category === undefined) return undefined;
    if (longest.length === 1) return { category };
    return { category, categories: longest.find((one) => one instanceof InvalidValue) ?? longest };
  }

  /** Commas separate pictures, and stand in addresses as well. */
  #readImages(row: Row): string[] | undefined {
    const addresses = this.#cell(row, 'image')?.split(/(?<!\\),\s*(?=https?:\/\/|\/)/i);
    return addresses?.map(unescapeCommas);
  }
}
