/** The sentences about imports and updates, for commands and the desk. */
import { basename } from 'node:path';
import { listNames } from '../../../packages/product-feeds/index.ts';
import { toIso } from '../../platform/days.ts';
import { escapeInvisible } from '../../platform/quote.ts';
import {
  type Field,
  type ProductColumn,
  type ProductFields,
  productColumns,
  productFields,
} from '../../shop/catalogue/fields/product-fields.ts';
import { count, describeFirst, grouped, secondsSince } from '../reports/text.ts';
import type { Changes, ClampedStock } from './apply/changes.ts';
import type { ImportReport } from './import.ts';
import type { CatalogueProgress } from './progress.ts';

/** Describes each problem in a line like `electronics.csv line 17, cost: is missing`. */
export function describeProblems({ problems, problemCount }: ImportReport, file: string): string {
  const lines = problems.map(({ line, field, message }) => {
    const place = `${basename(file)} line ${line}`;
    return `${field === undefined ? place : `${place}, ${field}`}: ${message}`;
  });
  return describeFirst(lines, 'problem', problemCount);
}

export function describeImport(
  { read, added, updated, unchanged, skipped }: ImportReport,
  { dryRun }: { dryRun: boolean },
  startedAt: number,
): string {
  const parts = [`${added} added`, `${updated} updated`, `${unchanged} unchanged`];
  if (skipped > 0) parts.push(`${skipped} skipped`);
  const sentence = `Read ${count(read, 'product')}: ${parts.join(', ')}, in ${secondsSince(startedAt)}.`;
  return dryRun ? `${sentence} This was a dry run: nothing was changed.\n` : `${sentence}\n`;
}

/** The last line if a part of the file is not imported. */
export function describeSkipped({ skipped }: ImportReport): string {
  const [noun, pronoun] = skipped === 1 ? ['record is', 'it'] : ['records are', 'them'];
  return `${grouped(skipped)} ${noun} not imported: correct ${pronoun}, and import a file of ${pronoun} alone. The whole file would set the stock and prices of the others again.`;
}

/** Names the stocks that a file would leave below zero, in lines like `a.csv line 3: lamp had 2 units, …`. */
export function describeClamped({ clamped, clampedCount }: ImportReport, file: string): string {
  const lines = clamped.map((one) => {
    const place = `${basename(file)} line ${one.line}`;
    return `${place}: ${describeClampedStock(one, 'the file')}\n`;
  });
  const more = clampedCount - clamped.length;
  if (more > 0)
    lines.push(`… and ${count(more, 'more stock')} that ${more === 1 ? 'becomes' : 'become'} 0.\n`);
  return lines.join('');
}

/** @param taker who takes more units than there are */
export function describeClampedStock({ id, stock, wanted }: ClampedStock, taker: string): string {
  const had = `${escapeInvisible(id)} had ${count(stock, 'unit')}`;
  return `${had}, and ${taker} takes ${stock - wanted}: its stock becomes 0.`;
}

/** Says what earlier runs have applied of a file that changes stock by differences. */
export function describeApplied({ applied }: ImportReport): string {
  if (applied === undefined) return '';
  const at = toIso(applied.at);
  return applied.isDone
    ? `Already applied at ${at}; nothing was changed now. --again applies it once more.\n`
    : `An earlier run applied the first ${count(applied.records, 'record')}, at ${at}; only the rest counts now.\n`;
}

const NAMES_SHOWN = 10;

/** Says which columns an update leaves as they are. */
export function describeUnused(unused: readonly string[]): string {
  const shown = escapeInvisible(listNames(unused, NAMES_SHOWN));
  return (
    shown &&
    `An update changes only price, stock and active, not: ${shown}. An import changes them.\n`
  );
}

/** Names what means nothing to the shop, since it may be mistyped. */
export function describeUnread(unread: readonly string[]): string {
  const shown = escapeInvisible(listNames(unread, NAMES_SHOWN));
  return shown && `Not read, because they are no fields: ${shown}.\n`;
}

/** Says how products with the same name become one with variants. */
export function describeAdvice(options: string | undefined): string {
  if (options === undefined) return '';
  return `Several products have the same name; they become variants of one with ${escapeInvisible(options)}.\n`;
}

/** Says what of a file is no product of its own. */
export function describeLeftOut(leftOut: ReadonlyMap<string, number>): string {
  const shown = [...leftOut].map(([type, records]) => `${records} ${type}`).join(', ');
  return shown && `Left out, because they are not sold by themselves: ${shown}.\n`;
}

/** Describes progress like `Writing: 412,000 of 1,000,000 records, 21,000/s, 28 s left`. */
export function describeProgress(progress: CatalogueProgress): string {
  const { pass, records, total, perSecond, secondsLeft } = progress;
  const done = total === undefined ? grouped(records) : `${grouped(records)} of ${grouped(total)}`;
  const rest = secondsLeft === undefined ? '' : `, ${Math.ceil(secondsLeft)} s left`;
  const doing = { checking: 'Checking', writing: 'Writing', exporting: 'Exporting' }[pass];
  return `${doing}: ${done} records, ${grouped(Math.round(perSecond))}/s${rest}`;
}

/** Longer texts, such as descriptions, are cut. */
const VALUE_MAX_LENGTH = 60;

/** Describes each product in a line like `~ lamp: cost 12.5 → 9.99, stock 7 → 5` or `+ lamp: Desk Lamp, cost 12.5`. */
export function describeChanges({ added, updated }: Pick<Changes, 'added' | 'updated'>): string {
  const additions = added.map((product) => `+ ${product.id}: ${describeAdded(product)}\n`);
  const updates = updated.map(
    (change) => `~ ${change.row.id}: ${describeUpdated(change).join(', ')}\n`,
  );
  return [...additions, ...updates].join('');
}

export function describeAdded(product: Changes['added'][number]): string {
  const cost = showValue('cost_cents', product);
  const stock = showValue('stock', product);
  const sale = product.active === 1 ? '' : ', not on sale';
  return `${showValue('name', product)}, cost ${cost}, stock ${stock}${sale}`;
}

/** Describes each field that differs, like `cost 12.5 → 9.99`. */
export function describeUpdated({ row, fields }: Changes['updated'][number]): string[] {
  const after = { ...row, ...fields };
  return productColumns
    .filter((column) => column in fields)
    .map((column) => {
      const { name } = productFields[column];
      return `${name} ${showValue(column, row)} → ${showValue(column, after)}`;
    });
}

/** The value as the shop's own feeds have it, shortened. */
export function showValue<Column extends ProductColumn>(
  column: Column,
  fields: ProductFields,
): string {
  const { write }: Field<ProductFields[Column]> = productFields[column];
  const value = fields[column];
  const written = write === undefined ? value : write(value);
  if (column === 'stock' && value === null) return 'not counted';
  const text = Array.isArray(written)
    ? written.join(column === 'categories' ? ' > ' : ' ')
    : String(written ?? '');
  const short = text.length > VALUE_MAX_LENGTH ? `${text.slice(0, VALUE_MAX_LENGTH)}…` : text;
  return short === '' ? 'none' : escapeInvisible(short);
}
