/** What can be done with a file of products: bring them in as they are, or change what they offer. */

import {
  changeOffers,
  findProductRows,
  type OfferChange,
  upsertProducts,
} from '../../catalogue/store.ts';
import type { Db, ProductRow, Tx } from '../../storage/schema.ts';
import type { Ids } from './ids.ts';
import type { ImportProblem } from './problems.ts';
import type { RecordEntry } from './records.ts';
import {
  type Checked,
  checkRecord,
  checkUpdate,
  type ImportedProduct,
  type ProductUpdate,
} from './rules.ts';

/** What a batch of products would change. */
export interface Changes {
  added: number;
  updated: number;
  unchanged: number;
  /**
   * @param position where the first of the added products goes
   * @param updatedAt milliseconds since 1970 UTC
   */
  write(tx: Tx, position: number, updatedAt: number): Promise<void>;
}

/** In both, the products are few enough for one query, each id only once. */
export interface Task<T> {
  name: 'import' | 'update';
  check(entry: RecordEntry, ids: Ids): Checked<T>;
  /** What is wrong that only the catalogue can say: at most one problem for each product. */
  findProblems(db: Db, products: readonly T[]): Promise<ImportProblem[]>;
  /** Leaves out the products that `findProblems` finds something wrong with. */
  findChanges(db: Db, products: readonly T[]): Promise<Changes>;
}

/**
 * Products that have their id already are updated where they stand, the others follow behind the last
 * one in the file's order.
 */
export const importTask: Task<ImportedProduct> = {
  name: 'import',
  check: checkRecord,
  findProblems: async () => [],
  async findChanges(db, products) {
    const rows = await rowsById(db, products);
    const added: ImportedProduct[] = [];
    const updated: (ImportedProduct & { position: number; active: number })[] = [];
    for (const product of products) {
      const row = rows.get(product.id);
      if (row === undefined) added.push(product);
      else if (!isSame(product, row)) {
        updated.push({ ...product, position: row.position, active: product.active ?? row.active });
      }
    }
    return {
      added: added.length,
      updated: updated.length,
      unchanged: products.length - added.length - updated.length,
      async write(tx, position, updatedAt) {
        const placed = added.map((product, index) => ({
          ...product,
          position: position + index,
          active: product.active ?? 1,
        }));
        const written = [...placed, ...updated].map((row) => ({ ...row, updated_at: updatedAt }));
        if (written.length > 0) await upsertProducts(tx, written);
      },
    };
  },
};

/** Only what is given of price, stock and activity changes, and only of products that are there. */
export const updateTask: Task<ProductUpdate> = {
  name: 'update',
  check: checkUpdate,
  async findProblems(db, updates) {
    const rows = await rowsById(db, updates);
    return updates
      .filter(({ id }) => !rows.has(id))
      .map(({ id, at }) => ({ ...at, message: `${id} is no product of the catalogue` }));
  },
  async findChanges(db, updates) {
    const rows = await rowsById(db, updates);
    const known = updates.filter(({ id }) => rows.has(id));
    const changes = known.flatMap((update) => {
      const row = rows.get(update.id);
      return row === undefined || offersSame(update, row) ? [] : [toChange(update, row.position)];
    });
    return {
      added: 0,
      updated: changes.length,
      unchanged: known.length - changes.length,
      async write(tx, _position, updatedAt) {
        if (changes.length > 0) await changeOffers(tx, changes, updatedAt);
      },
    };
  },
};

async function rowsById(
  db: Db,
  products: readonly { id: string }[],
): Promise<Map<string, ProductRow>> {
  if (products.length === 0) return new Map();
  const rows = await findProductRows(
    db,
    products.map(({ id }) => id),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function isSame(product: ImportedProduct, row: ProductRow): boolean {
  return (
    product.name === row.name &&
    product.category === row.category &&
    product.categories === row.categories &&
    product.brand === row.brand &&
    product.description === row.description &&
    product.popularity === row.popularity &&
    product.cost_cents === row.cost_cents &&
    product.rating_halves === row.rating_halves &&
    product.image === row.image &&
    product.stock === row.stock &&
    (product.active ?? row.active) === row.active
  );
}

function offersSame({ cost_cents, stock, active }: ProductUpdate, row: ProductRow): boolean {
  return (
    (cost_cents ?? row.cost_cents) === row.cost_cents &&
    (stock === undefined || stock === row.stock) &&
    (active ?? row.active) === row.active
  );
}

function toChange({ id: _, at: __, ...change }: ProductUpdate, position: number): OfferChange {
  return { position, ...change };
}
