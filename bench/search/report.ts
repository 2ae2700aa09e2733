/** The results as tables for people. */
import type { Kind } from './judgements.ts';
import type { Result } from './measure.ts';
import { meanOf, meanQuality, type Quality, quantileOf } from './metrics.ts';

const KINDS: readonly Kind[] = [
  'plain',
  'plural',
  'typo',
  'prefix',
  'brand and type',
  'attributes',
];

export function reportOf(results: readonly Result[]): string {
  return [qualityTable(results), nonsenseTable(results), timeTable(results)].join('\n\n');
}

/** Nonsense has a table of its own: whoever never finds anything would be best at it. */
function qualityTable(results: readonly Result[]): string {
  const rows = [...KINDS, undefined].flatMap((kind) =>
    results.map((result, place) => {
      const qualities = qualitiesOf(result, kind);
      const label = place === 0 ? `${kind ?? 'all of these'} (${qualities.length})` : '';
      return [label, result.name, ...qualityCells(meanQuality(qualities))];
    }),
  );
  return table(['queries', 'engine', 'recall', 'precision at 10', 'MRR'], rows);
}

function qualitiesOf({ answers }: Result, kind: Kind | undefined): Quality[] {
  return answers
    .filter(({ question }) =>
      kind === undefined ? question.kind !== 'nonsense' : question.kind === kind,
    )
    .map(({ quality }) => quality);
}

function qualityCells({ recall, precision, reciprocalRank }: Quality): string[] {
  return [recall, precision, reciprocalRank].map((share) => share.toFixed(3));
}

function nonsenseTable(results: readonly Result[]): string {
  const rows = results.map((result) => {
    const qualities = qualitiesOf(result, 'nonsense');
    const right = meanOf(qualities.map(({ recall }) => recall)) * qualities.length;
    return [result.name, `${Math.round(right)} of ${qualities.length}`];
  });
  return table(['engine', 'nothing found for nonsense'], rows);
}

function timeTable(results: readonly Result[]): string {
  const rows = results.map(({ name, timesMs, filledInMs }) => [
    name,
    `${quantileOf(timesMs, 0.5).toFixed(2)} ms`,
    `${quantileOf(timesMs, 0.99).toFixed(2)} ms`,
    `${Math.round(filledInMs)} ms`,
  ]);
  return table(['engine', 'a query, median', '99 of 100 within', 'filled within'], rows);
}

/** Columns of text to the left, of numbers to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const isText = head.map((_, column) => rows.some((row) => /^\p{L}/u.test(row[column] ?? '')));
  const lineOf = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        isText[column] ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const rule = '-'.repeat(lineOf(widths.map((width) => '-'.repeat(width))).length);
  return [lineOf(head), rule, ...rows.map(lineOf)].join('\n');
}
