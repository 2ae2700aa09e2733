/** Finds the parents of variations in WooCommerce's table, wherever they stand. */
import { MalformedInput } from '../errors.ts';
import type { Columns } from './columns.ts';
import type { Row } from './table.ts';

/** The characters of the rows that are kept in memory, and what a cell needs beside its own. */
const KEPT_MAX_LENGTH = 64 * 1024 * 1024;
const CELL_LENGTH = 48;

export class WooParents {
  readonly #columns: Columns;
  /** By SKU, and by `id:` with the ID, as variations name them. */
  readonly #parents = new Map<string, Row>();
  /** The variations whose parent has not been read yet, by its name. */
  readonly #waiting = new Map<string, Row[]>();
  #length = 0;

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  /** @returns the variations that have waited for this parent */
  add(parent: Row): Row[] {
    this.#keep(parent);
    const [sku, id] = [this.#columns.cell(parent, 'sku'), this.#columns.cell(parent, 'id')];
    const names = [sku, id && `id:${id}`].filter((name) => name !== undefined);
    return names.flatMap((name) => {
      const waiting = this.#waiting.get(name) ?? [];
      this.#waiting.delete(name);
      this.#parents.set(name, parent);
      return waiting;
    });
  }

  /** @returns undefined if the variation has to wait for its parent */
  find(variation: Row): Row | undefined {
    const name = this.#columns.cell(variation, 'parent')?.replace(/^id:\s*/i, 'id:') ?? '';
    const parent = this.#parents.get(name);
    if (parent !== undefined) return parent;
    this.#keep(variation);
    const waiting = this.#waiting.get(name);
    if (waiting === undefined) this.#waiting.set(name, [variation]);
    else waiting.push(variation);
    return undefined;
  }

  /** The variations whose parent the file doesn't have, in the order of the file. */
  orphans(): Row[] {
    return [...this.#waiting.values()].flat().sort((one, other) => one.line - other.line);
  }

  #keep({ line, cells }: Row): void {
    for (const cell of cells.values()) this.#length += CELL_LENGTH + cell.length;
    if (this.#length <= KEPT_MAX_LENGTH) return;
    throw new MalformedInput(line, 'has too many variable products for one file: split it');
  }
}
