/** What a file of products would change. */
import { type ImportPreview, type ListPage, productDeskPath } from '../../../contract/desk.ts';
import type { Changes } from '../../operations/feeds/apply/changes.ts';
import {
  type ImportOptions,
  type ImportReport,
  importFile,
} from '../../operations/feeds/import.ts';
import type { Source } from '../../operations/feeds/reading/source-file.ts';
import {
  describeAdded,
  describeAdvice,
  describeApplied,
  describeClamped,
  describeLeftOut,
  describeUnread,
  describeUpdated,
} from '../../operations/feeds/report.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { escapeInvisible } from '../../platform/quote.ts';
import type { OperatorServices } from '../../platform/services.ts';

/** Changes and problems that are listed. Others are only counted. */
const LISTED_MAX = 300;

type Row = Omit<ListPage['rows'][number], 'id'>;

/** @throws the errors of importFile */
export async function compareFile(
  services: OperatorServices,
  file: Source,
  options: ImportOptions,
): Promise<ImportPreview> {
  const changes: Row[] = [];
  const compare = (skipInvalid: boolean) => {
    changes.length = 0;
    return importFile(services, file, {
      ...options,
      ...{ skipInvalid, dryRun: true, problemsMax: LISTED_MAX },
      onChanges: (some) => {
        options.signal?.throwIfAborted();
        if (changes.length < LISTED_MAX) changes.push(...toRows(some));
      },
    });
  };
  const report = await compare(true).catch((error: unknown) => {
    if (!(error instanceof OperatorError)) throw error;
    // The problems of a file that can only be applied whole are listed without skipping any.
    return compare(false);
  });
  return toPreview(report, file.path, changes);
}

function toPreview(report: ImportReport, name: string, changes: readonly Row[]): ImportPreview {
  const { added, updated, unchanged, skipped, problems, problemCount, refused } = report;
  const sentences = [
    describeApplied(report),
    describeLeftOut(report.leftOut),
    describeUnread(report.unread),
    describeAdvice(report.advice),
    describeClamped(report, name),
  ];
  const refusals = problems.map(({ line, field = '', message }) => ({
    href: undefined,
    cells: [String(line), ...[field, message].map(escapeInvisible)],
  }));
  return {
    counts: { added, changed: updated, unchanged, refused: skipped },
    notes: sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== ''),
    refused: { count: problemCount, list: toList(['line', 'column', 'problem'], refusals) },
    changes: { count: added + updated, list: toList(['product', 'what', 'change'], changes) },
    canApply: !refused && added + updated > 0,
  };
}

function toList(titles: readonly string[], rows: readonly Row[]): ListPage {
  return {
    columns: titles.map((title) => ({ title, isRightAligned: false })),
    rows: rows.slice(0, LISTED_MAX).map((row, index) => ({ ...row, id: String(index) })),
    next: undefined,
    none: '',
  };
}

function toRows({ added, updated }: Changes): Row[] {
  const rowOf = (id: string, what: string, change: string) => ({
    href: what === 'added' ? undefined : productDeskPath(id),
    cells: [escapeInvisible(id), what, change],
  });
  return [
    ...added.map((product) => rowOf(product.id, 'added', describeAdded(product))),
    ...updated.map((one) => rowOf(one.row.id, 'changed', describeUpdated(one).join('\n'))),
  ];
}
