/** The sentences that the catalogue commands print. */
import { basename } from 'node:path';
import type { ImportProblem } from '../../server/operations/feeds/errors.ts';
import type { ExportReport } from '../../server/operations/feeds/export.ts';
import type { ImportReport } from '../../server/operations/feeds/import.ts';
import type { CatalogueProgress } from '../../server/operations/feeds/progress.ts';
import { count, grouped, secondsSince } from '../numbers.ts';

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

/** Describes progress like `Writing: 412,000 of 1,000,000 records, 21,000/s, 28 s left`. */
export function describeProgress(progress: CatalogueProgress): string {
  const { pass, records, total, perSecond, secondsLeft } = progress;
  const done = total === undefined ? grouped(records) : `${grouped(records)} of ${grouped(total)}`;
  const rest = secondsLeft === undefined ? '' : `, ${Math.ceil(secondsLeft)} s left`;
  return `${passes[pass]}: ${done} records, ${grouped(Math.round(perSecond))}/s${rest}`;
}

/** Says that the import continues an earlier one of the same file. */
export function describeResume(records: number): string {
  return `Continuing after record ${grouped(records)}.\n`;
}

/** Says how many records were imported before an import in batches failed. */
export function describeInterruption(records: number): string {
  return `${grouped(records)} records are imported. The same command continues after them.\n`;
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
