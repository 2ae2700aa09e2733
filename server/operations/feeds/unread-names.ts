/** Finds the names in files of the shop's own formats that are no fields: one of them may be mistyped. */
import { fieldNames } from '../../shop/catalogue/fields/product-fields.ts';
import type { FeedRecord } from './formats/format.ts';

/** Further names are not collected. */
const NAMES_MAX = 100;
const known: ReadonlySet<string> = new Set([...fieldNames, 'id', 'price']);

export class UnreadNames {
  readonly #names = new Set<string>();
  #hasReadHeader = false;

  /** @param record with the names of the file that `--map` maps */
  read({ values, source, columns, names, headings, hasHeader = false }: FeedRecord): void {
    // Formats of others have many columns that the shop has no use for.
    const isOwn = hasHeader ? headings !== undefined : source === undefined;
    if (!isOwn || this.#hasReadHeader) return;
    this.#hasReadHeader = hasHeader;
    const used = new Set(names?.values());
    for (const name of hasHeader ? (columns ?? []) : values.keys()) {
      if (known.has(name) || used.has(name) || this.#names.size === NAMES_MAX) continue;
      this.#names.add(name);
    }
  }

  get names(): string[] {
    return [...this.#names];
  }
}
