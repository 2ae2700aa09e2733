/** What the operator is told of an import or an export. */
import { basename } from 'node:path';
import type { ImportProblem } from '../server/feeds/errors.ts';
import type { ExportReport } from '../server/feeds/export.ts';
import type { ImportReport } from '../server/feeds/import.ts';
import type { CatalogueProgress } from '../server/feeds/progress.ts';

/** `electronics.csv line 17, cost: is missing`, one line each. */
export function describeProblems({ problems, problemCount }: ImportReport, file: string): string {
  const lines = problems.map((problem) => describeProblem(problem, basename(file)));
  const untold = problemCount - problems.length;
  if (untold > 0) lines.push(`… and ${count(untold, 'more problem')}.`);
  return lines.map((line) => `${line}\n`).join('');
}

function describeProblem({ line, field, message }: ImportProblem, name: string): string {
  return field === undefined
    ? `${name} line ${line}: ${message}`
    : `${name} line ${line}, ${field}: ${message}`;
}

export function describeImport(
  { read, added, updated, unchanged, skipped }: ImportReport,
  { dryRun, seconds }: { dryRun: boolean; seconds: number },
): string {
  const parts = [`${added} added`, `${updated} updated`, `${unchanged} unchanged`];
  if (skipped > 0) parts.push(`${skipped} left out`);
  const sentence = `Read ${count(read, 'product')}: ${parts.join(', ')}, in ${seconds.toFixed(1)} s.`;
  return dryRun ? `${sentence} This was a dry run: nothing was changed.` : sentence;
}

/** `1 product`, `2 products`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** `Writing: 412,000 of 1,000,000 records, 21,000/s, 28 s left`. */
export function describeProgress(progress: CatalogueProgress): string {
  const { pass, records, total, perSecond, secondsLeft } = progress;
  const done = total === undefined ? grouped(records) : `${grouped(records)} of ${grouped(total)}`;
  const rest = secondsLeft === undefined ? '' : `, ${Math.ceil(secondsLeft)} s left`;
  return `${passes[pass]}: ${done} records, ${grouped(Math.round(perSecond))}/s${rest}`;
}

/** An earlier run was killed, and this one doesn't begin anew. */
export function describeResume(records: number): string {
  return `Going on behind record ${grouped(records)}.\n`;
}

/** A long import failed behind some of its steps. */
export function describeRest(records: number): string {
  return `${grouped(records)} records are dealt with; the same command goes on behind them.\n`;
}

export function describeExport({ written, leftOut }: ExportReport, seconds: number): string {
  const rest =
    leftOut > 0
      ? `, and left out ${grouped(leftOut)} that ${leftOut === 1 ? 'is' : 'are'} not on sale`
      : '';
  return `Wrote ${count(written, 'product')}${rest}, in ${seconds.toFixed(1)} s.`;
}

const passes: Record<CatalogueProgress['pass'], string> = {
  checking: 'Checking',
  writing: 'Writing',
  exporting: 'Exporting',
};

const grouped = (number: number): string => number.toLocaleString('en-GB');
