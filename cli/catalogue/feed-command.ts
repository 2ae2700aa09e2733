/** The common code of `catalogue import` and `catalogue update`, which differ only in the function that they call. */
import { addAbortSignal } from 'node:stream';
import type { importFile } from '../../server/operations/feeds/import.ts';
import type { FeedOptions } from '../../server/operations/feeds/read-feed.ts';
import { sourceOf } from '../../server/operations/feeds/source-file.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import { escapeLines } from '../../server/platform/quote.ts';
import { resolveFromCaller } from '../caller-path.ts';
import { createProgressLine } from '../progress-line.ts';
import { type withNewOrExistingShop, withShop } from '../shop.ts';
import { untilSignal } from '../signals.ts';
import { describeChanges } from './differences.ts';
import {
  describeApplied,
  describeClamped,
  describeImport,
  describeLeftOut,
  describeProblems,
  describeProgress,
  describeUnread,
  describeUnused,
  NOTHING_TO_CHANGE,
  NOTHING_USABLE,
} from './report.ts';

interface GivenOptions extends Pick<FeedOptions, 'format'> {
  map?: FeedOptions['mapping'];
  set?: FeedOptions['defaults'];
  skipInvalid?: boolean;
  again?: boolean;
  dryRun?: boolean;
}

/** @param open whether a missing shop is created */
export function createFeedCommand(
  processFile: typeof importFile,
  open: typeof withNewOrExistingShop,
) {
  return async (
    name: string,
    { format, map: mapping, set: defaults, ...given }: GivenOptions,
  ): Promise<void> => {
    const { skipInvalid = false, dryRun = false, again = false } = given;
    const isInput = name === '-';
    const file = isInput ? 'standard input' : resolveFromCaller(name);
    const source = isInput ? sourceOf(file, process.stdin) : file;
    const startedAt = performance.now();
    const progress = createProgressLine();
    // A dry run creates nothing, not even a shop.
    const openShop = dryRun ? withShop : open;
    const report = await openShop((shop) =>
      untilSignal((signal) => {
        if (isInput) addAbortSignal(signal, process.stdin);
        return processFile(shop, source, {
          format: format ?? (isInput ? 'jsonl' : undefined),
          mapping,
          defaults,
          skipInvalid,
          dryRun,
          again,
          signal,
          onProgress: (state) => progress.show(describeProgress(state)),
          onChanges(changes) {
            progress.end();
            process.stdout.write(describeChanges(changes));
          },
        });
      }).finally(progress.end),
    );
    const problems = describeProblems(report, file);
    if (report.refused) throw new OperatorError(problems);
    if (problems !== '') process.stderr.write(`${escapeLines(problems)}\n`);
    process.stderr.write(describeLeftOut(report.leftOut));
    if (report.read === report.skipped) throw new OperatorError(NOTHING_USABLE);
    process.stderr.write(describeUnused(report.unused));
    process.stderr.write(describeUnread(report.unread));
    if (!report.hasFields) throw new OperatorError(NOTHING_TO_CHANGE);
    process.stderr.write(describeClamped(report, file));
    process.stdout.write(describeApplied(report));
    if (report.applied?.isDone) return;
    process.stdout.write(describeImport(report, { dryRun }, startedAt));
  };
}
