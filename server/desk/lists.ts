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
} from '../operations/reports/products.ts';
import { addDays, startOfDay } from '../platform/days.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { Db } from '../platform/storage/schema.ts';

export const PAGE_SIZE = 50;

interface Shown<Row> {
  timeZone: string;
  id(row: Row): string;
  href?(row: Row): string | undefined;
  /** See ListPage. */
  linked?: string;
  /** Rows of a page. */
  size?: number;
}

/** @param rows one more than a page, if there are more */
export function toListPage<Row>(
  list: List<Row>,
  rows: readonly Row[],
  shown: Shown<Row>,
): ListPage {
  const { timeZone, id, href, linked, size = PAGE_SIZE } = shown;
  const columns = list.columns
    .filter(({ title }) => title !== '')
    .map((column) => toTableColumn(column, timeZone));
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return {
    columns: columns.map(({ title, isRightAligned = false }) => ({ title, isRightAligned })),
    rows: page.map((row) => ({
      id: id(row),
      href: href?.(row),
      cells: columns.map(({ text }) => text(row)),
    })),
    linked,
    next: rows.length > size && last !== undefined ? id(last) : undefined,
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
  const orders = await take(findOrders(db, { ...filter, ...found })).catch((error: unknown) => {
    // There is no such customer.
    if (error instanceof OperatorError) return [];
    throw error;
  });
  return toOrderPage(orders, timeZone);
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
  return toOrderPage(await take(findOrders(db, filter)), timeZone, size);
}

function toOrderPage(rows: readonly AdminOrder[], timeZone: string, size = PAGE_SIZE): ListPage {
  const id = ({ order }: AdminOrder) => order.id;
  return toListPage(orderList, rows, {
    ...{ timeZone, id, size },
    href: (row) => orderDeskPath(id(row)),
  });
}

export async function listLog(
  db: Db,
  { operator, subject, after }: ListFilters,
  timeZone: string,
  size = PAGE_SIZE,
): Promise<ListPage> {
  const entries = await take(findEntries(db, { operator, subject, after }), size + 1);
  return toLogPage(entries, timeZone, size);
}

/** @param entries one more than its size, if there are so many */
export function toLogPage(entries: readonly LogEntry[], timeZone: string, size: number): ListPage {
  return toListPage(entryList, entries, {
    ...{ timeZone, id: ({ id }) => id, size, linked: 'of' },
    href: ({ action, subject }) => (subject === null ? undefined : toPath(action, subject)),
  });
}

function toPath(action: LogEntry['action'], subject: string): string | undefined {
  if (action.startsWith('order ')) return orderDeskPath(subject);
  if (/^(products|pictures) changed$/.test(action)) return productDeskPath(subject);
  return /^(wallet|password|sessions|account) /.test(action)
    ? customerDeskPath(subject)
    : undefined;
}

/** Stock that wants to be looked at. */
export const LOW_STOCK = 5;

/** Products whose stock is counted and low, the lowest first. */
export async function listLowStock(db: Db, size: number) {
  const low = { maxStock: LOW_STOCK };
  const rows = await listProducts(db, { ...low, limit: size });
  return {
    count: await countProducts(db, low),
    list: toListPage(productList, rows, productsShown),
  };
}

export const productsShown = {
  timeZone: 'UTC',
  id: ({ id }: ListedProduct) => id,
  href: ({ id }: ListedProduct) => productDeskPath(id),
};
