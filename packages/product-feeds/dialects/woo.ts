/** Reads WooCommerce's product CSV. */
import type { Row, Table } from '../files/table.ts';
import { type FeedEntry, type FeedShop, MalformedFile } from '../records.ts';
import { quote } from '../values.ts';
import { unescapeCells } from './woo-columns.ts';
import { WooProducts } from './woo-products.ts';

const types = ['simple', 'variable', 'variation', 'grouped', 'external'] as const;
type Type = (typeof types)[number];
/** Words that stand beside a type. */
const additions: ReadonlySet<string> = new Set(['virtual', 'downloadable']);
/** The characters of the rows that are kept in memory, and what a cell needs beside its own. */
const KEPT_MAX_LENGTH = 64 * 1024 * 1024;
const CELL_LENGTH = 48;

/**
 * Each variation is a product. It takes the texts and pictures that it lacks from its parent, the row of a variable
 * product, which may stand behind it.
 * @throws MalformedFile
 */
export async function* readWoo(table: Table, shop: FeedShop): AsyncGenerator<FeedEntry> {
  const reader = new Reader(new WooProducts(table, shop));
  for await (const row of table.rows) {
    if ('problem' in row) yield row;
    else yield* reader.read(unescapeCells(row));
  }
  yield* reader.orphans();
}

class Reader {
  readonly #products: WooProducts;
  /** The keys are the SKU, and `id:` with the ID: variations name their parent by either. */
  readonly #parents = new Map<string, Row>();
  /** The variations whose parent has not been read yet, by its name. */
  readonly #waiting = new Map<string, Row[]>();
  #length = 0;

  constructor(products: WooProducts) {
    this.#products = products;
  }

  *read(row: Row): Generator<FeedEntry> {
    const { columns } = this.#products;
    const cell = columns.cell(row, 'type');
    const type = readType(cell);
    switch (type) {
      case 'simple':
        yield this.#products.simple(row);
        break;
      case 'variable':
        yield* this.#addParent(row);
        break;
      case 'variation': {
        const name = columns.cell(row, 'group')?.replace(/^id:\s*/i, 'id:') ?? '';
        const parent = this.#parents.get(name);
        if (parent === undefined) this.#wait(row, name);
        else yield this.#products.variation(row, parent);
        break;
      }
      case 'grouped':
      case 'external':
        // A grouped product only shows others together; an external one is sold by somebody else.
        yield { line: row.line, leftOut: type };
        break;
      default: {
        const rule = `${columns.name('type')} must be one of ${types.join(', ')}`;
        yield { line: row.line, problem: `${rule}, not ${quote(cell)}` };
      }
    }
  }

  /** The variations whose parent the file doesn't have, in the order of the file. */
  orphans(): FeedEntry[] {
    const rows = [...this.#waiting.values()].flat().sort((one, other) => one.line - other.line);
    return rows.map((row) => this.#products.orphan(row));
  }

  *#addParent(parent: Row): Generator<FeedEntry> {
    this.#keep(parent);
    const { columns } = this.#products;
    const [sku, id] = [columns.cell(parent, '_id'), columns.cell(parent, 'id')];
    for (const name of [sku, id && `id:${id}`]) {
      if (name === undefined) continue;
      this.#parents.set(name, parent);
      for (const row of this.#waiting.get(name) ?? []) yield this.#products.variation(row, parent);
      this.#waiting.delete(name);
    }
  }

  #wait(variation: Row, name: string): void {
    this.#keep(variation);
    const waiting = this.#waiting.get(name);
    if (waiting === undefined) this.#waiting.set(name, [variation]);
    else waiting.push(variation);
  }

  #keep({ line, cells }: Row): void {
    for (const cell of cells.values()) this.#length += CELL_LENGTH + cell.length;
    if (this.#length <= KEPT_MAX_LENGTH) return;
    throw new MalformedFile(line, 'has too many variable products for one file: split it');
  }
}

/** @returns undefined if the type is unknown */
function readType(cell = 'simple'): Type | undefined {
  const words = cell.split(',').map((word) => word.trim().toLowerCase());
  const [word = 'simple', ...others] = words.filter((one) => !additions.has(one));
  return others.length > 0 ? undefined : types.find((type) => type === word);
}
