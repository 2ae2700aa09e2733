/** The sentences that the catalogue commands print. */
import { basename } from 'node:path';
import type { ImportProblem, WrittenPart } from '../../server/operations/feeds/errors.ts';
import type { ExportReport } from '../../server/operations/feeds/export.ts';
import type { ImportReport } from '../../server/operations/feeds/import.ts';
import type { CatalogueProgress } from '../../server/operations/feeds/progress.ts';
import { escapeInvisible } from '../../server/platform/quote.ts';
import { count, grouped, secondsSince } from '../numbers.ts';
import { toIso } from '../times.ts';

/** Describes each problem in a line like `electronics.csv line 17, cost: is missing`. */
export function describeProblems({ problems, problemCount }: ImportReport, file: string): string {
  const lines = problems.map((problem) => describeProblem(problem, basename(file)));
  const more = problemCount - problems.length;
  if (more > 0) lines.push(`… and ${count(more, 'more problem')}.`);
  return lines.join('\n');
}

function describeProblem({ line, field, message }: ImportProblem, name: string): string {
  return field === undefined
    ? `${name} line ${line}: ${message}`
    : `${name} line ${line}, ${field}: ${message}`;
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

/** Names the stocks that a file would leave below zero, in lines like `a.csv line 3: lamp had 2 units, …`. */
export function describeClamped({ clamped, clampedCount }: ImportReport, file: string): string {
  const lines = clamped.map(({ line, id, stock, wanted }) => {
    const place = `${basename(file)} line ${line}: ${escapeInvisible(id)}`;
    return `${place} had ${count(stock, 'unit')}, and the file takes ${stock - wanted}: its stock becomes 0.\n`;
  });
  const more = clampedCount - clamped.length;
  if (more > 0)
    lines.push(`… and ${count(more, 'more stock')} that ${more === 1 ? 'becomes' : 'become'} 0.\n`);
  return lines.join('');
}

/** Says what earlier runs have applied of a file that changes stock by differences. */
export function describeApplied({ applied }: ImportReport): string {
  if (applied === undefined) return '';
  const at = toIso(applied.at);
  return applied.isDone
    ? `Already applied at ${at}; nothing was changed now. --again applies it once more.\n`
    : `An earlier run applied the first ${count(applied.records, 'record')}, at ${at}; only the rest counts now.\n`;
}

/** A run that changes nothing because it can't use any record is a failure. */
export const NOTHING_USABLE = 'The file has no product that could be used.';

export const NOTHING_TO_CHANGE = 'The file has no column that changes anything.';

/** Says which columns an update leaves as they are. */
export function describeUnused(unused: readonly string[]): string {
  if (unused.length === 0) return '';
  const names = unused.map((name) => escapeInvisible(name)).join(', ');
  return `An update changes only price, stock and active, not: ${names}. An import changes them.\n`;
}

const UNREAD_SHOWN = 10;

/** Names what is no field, since it may be mistyped. */
export function describeUnread(unread: readonly string[]): string {
  if (unread.length === 0) return '';
  const shown = unread.slice(0, UNREAD_SHOWN).map((name) => escapeInvisible(name));
  const more = unread.length - shown.length;
  return `Not read, because they are no fields: ${shown.join(', ')}${more > 0 ? ', …' : ''}.\n`;
}

/** Says what of a file is no product of its own. */
export function describeLeftOut(leftOut: ReadonlyMap<string, number>): string {
  if (leftOut.size === 0) return '';
  const parts = [...leftOut].map(([type, records]) => `${records} ${type}`);
  return `Left out, because they are not sold by themselves: ${parts.join(', ')}.\n`;
}

/** Describes progress like `Writing: 412,000 of 1,000,000 records, 21,000/s, 28 s left`. */
export function describeProgress(progress: CatalogueProgress): string {
  const { pass, records, total, perSecond, secondsLeft } = progress;
  const done = total === undefined ? grouped(records) : `${grouped(records)} of ${grouped(total)}`;
  const rest = secondsLeft === undefined ? '' : `, ${Math.ceil(secondsLeft)} s left`;
  return `${passes[pass]}: ${done} records, ${grouped(Math.round(perSecond))}/s${rest}`;
}

/** Says how far an import came that failed, and what to do about it. */
export function describeInterruption(
  { records, line, hasDifferences }: WrittenPart,
  { isUnknown }: { isUnknown: boolean },
): string {
  const written = `${grouped(records)} ${records === 1 ? 'record' : 'records'}, up to line ${grouped(line)}, ${records === 1 ? 'is' : 'are'} written.`;
  const unknown = isUnknown ? ' Those right after them may be written, or not.' : '';
  const next = hasDifferences
    ? 'The same command writes the rest. The file changes stock by differences: if you change it, remove these records from it first.'
    : 'The same command writes the rest, and leaves unchanged what is written.';
  return `${written}${unknown} ${next}\n`;
}

export function describeExport({ written, leftOut }: ExportReport, startedAt: number): string {
  const rest =
    leftOut > 0
      ? `, and left out ${grouped(leftOut)} that ${leftOut === 1 ? 'is' : 'are'} not on sale`
      : '';
  return `Wrote ${count(written, 'product')}${rest}, in ${secondsSince(startedAt)}.\n`;
}

const passes: Record<CatalogueProgress['pass'], string> = {
  checking: 'Checking',
  writing: 'Writing',
  exporting: 'Exporting',
};
