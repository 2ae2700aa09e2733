/** What the operator is told of an import. */
import { basename } from 'node:path';
import type { ImportReport } from '../server/catalogue/import/import.ts';
import type { ImportProblem } from '../server/catalogue/import/problems.ts';
import type { ImportProgress } from '../server/catalogue/import/progress.ts';

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

export function describeProgress({ pass, records, total }: ImportProgress): string {
  if (pass === 'checking') return `Checking: ${records} products`;
  return `Writing: ${records} of ${total} products`;
}
