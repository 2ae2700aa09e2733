/** The lists of the desk: the same as those of the commands, a page at a time. */
import type { ListFilters, ListPage } from '../../contract/desk.ts';
import { customerDeskPath, orderDeskPath, productDeskPath } from '../../contract/desk.ts';
import { orderStatuses } from '../../contract/orders.ts';
import { findOrderIds } from '../operations/orders/find.ts';
import { orderList } from '../operations/orders/list.ts';
import { type AdminOrder, findOrders, type OrderFilter } from '../operations/orders/orders.ts';
import { type List, toTableColumn } from '../operations/reports/columns.ts';
import { entryList, findEntries, type LogEntry } from '../operations/reports/operator-log.ts';
import {
  countProducts,
  type ListedProduct,
  listProducts,
  productList,
  variantList,
} from '../operations/reports/products.ts';
import { addDays, startOfDay } from '../platform/days.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { Db } from '../platform/storage/schema.ts';

export const PAGE_SIZE = 50;

/** A list of the commands, with what a page of it needs. */
export interface DeskList<Row> extends List<Row> {
  id(row: Row): string;
  /** The page of what a row is about. */
  href?(row: Row): string | undefined;
  /** See ListPage. */
  linked?: string;
}

const orders: DeskList<AdminOrder> = {
  ...orderList,
  id: ({ order }) => order.id,
  href: ({ order }) => orderDeskPath(order.id),
};

const entries: DeskList<LogEntry> = {
  ...entryList,
  id: ({ id }) => id,
  linked: 'of',
  href: ({ action, subject }) => (subject === null ? undefined : toPath(action, subject)),
};

function toPath(action: LogEntry['action'], subject: string): string | undefined {
  if (action.startsWith('order ')) return orderDeskPath(subject);
  if (/^(products|pictures) changed$/.test(action)) return productDeskPath(subject);
  return /^(wallet|password|sessions|account) /.test(action)
    ? customerDeskPath(subject)
    : undefined;
}

const listedProduct = {
  id: ({ id }: ListedProduct) => id,
  href: ({ id }: ListedProduct) => productDeskPath(id),
};
export const products: DeskList<ListedProduct> = { ...productList, ...listedProduct };
export const variants: DeskList<ListedProduct> = { ...variantList, ...listedProduct };

/**
 * @param rows one more than a page, if there are more
 * @param timeZone of the shop
 * @param size rows of a page
 */
export function toListPage<Row>(
  list: DeskList<Row>,
  rows: readonly Row[],
  timeZone = 'UTC',
  size = PAGE_SIZE,
): ListPage {
  const columns = list.columns
    .filter(({ title }) => title !== '')
    .map((column) => toTableColumn(column, timeZone));
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return {
    columns: columns.map(({ title, isRightAligned = false }) => ({ title, isRightAligned })),
    rows: page.map((row) => ({
      id: list.id(row),
      href: list.href?.(row),
      cells: columns.map(({ text }) => text(row)),
    })),
    linked: list.linked,
    next: rows.length > size && last !== undefined ? list.id(last) : undefined,
    none: list.none ?? 'There are none.',
  };
}

/** Reads as many rows as a page and one more. */
export async function take<Row>(
  pages: AsyncIterable<Row[]>,
  count = PAGE_SIZE + 1,
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of pages) {
    rows.push(...page);
    if (rows.length >= count) break;
  }
  return rows.slice(0, count);
}

export async function listOrders(
  db: Db,
  { after, q, ...filters }: ListFilters,
  timeZone: string,
): Promise<ListPage> {
  const filter = { ...toOrderFilter(filters, timeZone), after, limit: PAGE_SIZE + 1 };
  const found = q === undefined ? {} : { ids: await findOrderIds(db, q, PAGE_SIZE) };
  const rows = await take(findOrders(db, { ...filter, ...found })).catch((error: unknown) => {
    // There is no such customer.
    if (error instanceof OperatorError) return [];
    throw error;
  });
  return toListPage(orders, rows, timeZone);
}

/** What is not a status, or not a day, is left out. @param filters `from` and `to` are days, `ids` are separated by commas */
export function toOrderFilter(
  { status, from = '', to = '', ids, customer }: ListFilters,
  timeZone: string,
): OrderFilter {
  return {
    status: orderStatuses.find((one) => one === status),
    since: isDay(from) ? startOfDay(from, timeZone) : undefined,
    until: isDay(to) ? startOfDay(addDays(to, 1), timeZone) : undefined,
    ids: ids?.split(',').slice(0, PAGE_SIZE),
    customer,
  };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** The orders to ship, the oldest first. */
export async function listToShip(db: Db, size: number, timeZone: string): Promise<ListPage> {
  const filter = { status: 'placed', oldestFirst: true, limit: size + 1 } as const;
  return toListPage(orders, await take(findOrders(db, filter)), timeZone, size);
}

export async function listLog(
  db: Db,
  { operator, subject, after }: ListFilters,
  timeZone: string,
): Promise<ListPage> {
  const rows = await take(findEntries(db, { operator, subject, after }));
  return toListPage(entries, rows, timeZone);
}

/** The latest changes of a product, and the first of them. */
export async function readLastChanges(db: Db, productId: string, timeZone: string, size: number) {
  const rows = await take(findEntries(db, { subject: productId }), size + 1);
  return { log: toListPage(entries, rows, timeZone, size), last: rows[0] };
}

/** Stock that wants to be looked at. */
export const LOW_STOCK = 5;

/** Products whose stock is counted and low, the lowest first. */
export async function listLowStock(db: Db, size: number) {
  const low = { maxStock: LOW_STOCK };
  const rows = await listProducts(db, { ...low, limit: size });
  return { count: await countProducts(db, low), list: toListPage(products, rows) };
}
