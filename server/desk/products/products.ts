/** Products: how they are listed and found, what the page of one shows, and what its forms do. */
import type {
  Done,
  EditedField,
  Fields,
  ListFilters,
  ListPage,
  ProductPage,
  SentForm,
} from '../../../contract/desk.ts';
import { productIntents } from '../../../contract/desk.ts';
import { productAddress, wholeCatalogue } from '../../../contract/listing.ts';
import { formatCents } from '../../../contract/money.ts';
import { picturePath } from '../../../contract/pictures.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { Changes } from '../../operations/feeds/apply/changes.ts';
import {
  type Assignment,
  type SetOptions,
  setProduct,
} from '../../operations/feeds/apply/set-product.ts';
import { addPictures, arrangePictures } from '../../operations/pictures/of-product.ts';
import {
  findOffSale,
  findProducts,
  type ListedProduct,
  listProducts as listProductRows,
} from '../../operations/reports/products.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { quote } from '../../platform/quote.ts';
import type { OperatorServices } from '../../platform/services.ts';
import type { Db, ProductRow } from '../../platform/storage/schema.ts';
import {
  type FieldName,
  type ProductColumn,
  productFields,
} from '../../shop/catalogue/fields/product-fields.ts';
import { toFieldText } from '../../shop/catalogue/fields/wire.ts';
import { listPictures } from '../../shop/catalogue/pictures/store.ts';
import { findProductRows } from '../../shop/catalogue/store.ts';
import { readTaxKeys } from '../../shop/identity/sale-terms.ts';
import type { Search } from '../../shop/search/search.ts';
import { readChange, readIntent, readNote } from '../fields.ts';
import { LOW_STOCK, PAGE_SIZE, products, readLastChanges, toListPage, variants } from '../lists.ts';
import { assign, describeChange, edited, editedColumns } from './edited.ts';
import { takeBack, undoOf } from './undo.ts';

type Assignments = ReadonlyMap<FieldName, Assignment>;

const VARIANTS_MAX = 100;
const LOG_SHOWN = 10;

/** @param filters `stock=low`, `sale=on` or `off`; with `q` what is found, best first, instead */
export async function listProducts(
  { db, search }: { db: Db; search: Search },
  { q, after, stock, sale }: ListFilters,
): Promise<ListPage> {
  if (q !== undefined) {
    const found = await findProducts(db, q, PAGE_SIZE, async (text, limit) => [
      ...(await findOnSale(search, text, limit)),
      ...(await findOffSale(db, text, limit)),
    ]);
    return toListPage(products, found.products);
  }
  const rows = await listProductRows(db, {
    maxStock: stock === 'low' ? LOW_STOCK : undefined,
    isOnSale: sale === 'on' || sale === 'off' ? sale === 'on' : undefined,
    after,
    limit: PAGE_SIZE + 1,
  });
  return toListPage(products, rows);
}

/** The price, with the lowest and the highest of the variants if they differ from it. */
function describePrice({ cost_cents }: ProductRow, variants: readonly ListedProduct[]): string {
  const price = formatCents(cost_cents);
  const cents = variants.map((variant) => variant.cost_cents);
  if (cents.every((one) => one === cost_cents)) return price;
  const [least, most] = [Math.min(...cents), Math.max(...cents)];
  return `${price}, its variants ${formatCents(least)} to ${formatCents(most)}`;
}

/** Finds products as shoppers do. Until the search has its index, it finds none. */
async function findOnSale(search: Search, text: string, limit: number): Promise<string[]> {
  try {
    const { products } = await search.find({ ...wholeCatalogue, text }, limit);
    return products.map(({ _id }) => _id);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'STARTING') return [];
    throw error;
  }
}

/** @returns undefined if there is no such product */
export async function readProduct(
  { db, newId }: Pick<OperatorServices, 'db' | 'newId'>,
  id: string,
  { timeZone, publicUrl }: { timeZone: string; publicUrl: string },
): Promise<ProductPage | undefined> {
  const [row] = await findProductRows(db, [id]);
  if (row === undefined) return undefined;
  const rates = await readTaxKeys(db);
  const pictures = await listPictures(db, [id]);
  const { log, last } = await readLastChanges(db, id, timeZone, LOG_SHOWN);
  const key = newId();
  const inGroup = { group: row.group_id, limit: VARIANTS_MAX };
  const group = row.group_id === '' ? [] : await listProductRows(db, inGroup);
  return {
    ...{ id, name: row.name, isOnSale: row.active === 1, key },
    price: describePrice(row, group),
    address: publicUrl + productAddress(id),
    stock: row.stock ?? undefined,
    fields: editedColumns
      .filter((column) => column !== 'tax' || rates.length > 0)
      .map((column) => toPageField(column, row, rates)),
    pictures: pictures.map(({ picture }) => ({ name: picture, address: picturePath(picture) })),
    variants: group.length === 0 ? undefined : toListPage(variants, group, 'UTC', VARIANTS_MAX),
    log,
    undo: undoOf(row, last, key),
  };
}

function toPageField(
  column: ProductColumn,
  row: ProductRow,
  rates: readonly string[],
): EditedField {
  const { label = '', ...shown } = edited[column] ?? {};
  return {
    ...{ name: productFields[column].name, label, ...shown, value: toFieldText(column, row) },
    ...(column === 'tax' && { choices: ['', ...rates] }),
  };
}

/** @throws OperatorError, UnfinishedChange */
export async function changeProduct(
  services: OperatorServices,
  id: string,
  { fields, uploads }: SentForm,
): Promise<Done> {
  const set = async (assignments: Assignments, options?: SetOptions) =>
    describeSet(await setProduct(services, id, assignments, options));
  switch (readIntent([...productIntents, 'undo'], fields)) {
    case 'edit':
      return set(readEdited(fields));
    case 'sale':
      return set(toAssignment('active', fields.active));
    case 'stock': {
      const options = { key: fields.key, reason: readNote(fields.reason), isExact: true };
      return set(readStock(fields), options);
    }
    case 'undo':
      return describeSet(await takeBack(services, id, fields));
    case 'arrange': {
      const names = (text = '') => text.split(' ').filter((name) => name !== '');
      await arrangePictures(services, id, names(fields.pictures), names(fields.before));
      return { notice: 'The pictures are arranged.' };
    }
    case 'add-pictures': {
      if (uploads.length === 0) throw new OperatorError('Choose one or more pictures.');
      await addPictures(services, id, uploads);
      return { notice: uploads.length === 1 ? 'The picture is added.' : 'The pictures are added.' };
    }
  }
}

function describeSet({ updated: [change] }: Pick<Changes, 'updated'>): Done {
  return {
    notice: change
      ? `Changed: ${describeChange(change)}.`
      : 'Nothing was changed: it is so already.',
  };
}

/** The fields that differ from what the operator saw. */
function readEdited(fields: Fields): Assignments {
  const changed = editedColumns.flatMap((column) => {
    const change = readChange(fields, productFields[column].name);
    return change === undefined ? [] : [assign(column, change.text, change.before)];
  });
  return new Map(changed);
}

function toAssignment(name: FieldName, value = ''): Assignments {
  return new Map([[name, { name, value }]]);
}

/** More or fewer units, or a new count, or none. */
function readStock({ units = '', counted = '', isCounted }: Fields): Assignments {
  if (isCounted === 'no') return toAssignment('stock', '');
  if (counted.trim() !== '') return toAssignment('stock', counted);
  const text = units.trim().replace('−', '-');
  if (!/^[+-]?\d{1,9}$/.test(text) || Number(text) === 0) {
    throw new OperatorError(`${quote(units)} is no number of units, such as 12 or -3.`);
  }
  return toAssignment('stock_change', text);
}
