import { type FetchReport, fetchPictures } from '../../server/operations/pictures/remote.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import { DoneInPart } from '../errors.ts';
import { count, secondsSince } from '../numbers.ts';
import { createProgressLine } from '../progress-line.ts';
import { withShop } from '../shop.ts';
import { untilSignal } from '../signals.ts';
import { describePictureProblems } from './report.ts';

export async function run(): Promise<void> {
  const startedAt = performance.now();
  const progress = createProgressLine();
  const report = await withShop((services) =>
    untilSignal((signal) =>
      fetchPictures(services, {
        signal,
        onProgress: ({ fetched, failed }) =>
          progress.show(`Fetching: ${fetched} fetched, ${failed} failed`),
      }).finally(progress.end),
    ),
  );
  const { changed, failed } = report;
  const summary = describe(report, secondsSince(startedAt));
  if (failed === 0) process.stdout.write(`${summary}\n`);
  else {
    const text = `${describePictureProblems(report.problems, failed)}\n${summary}`;
    throw changed === 0 ? new OperatorError(text) : new DoneInPart(text);
  }
}

function describe({ fetched, unchanged, failed }: FetchReport, time: string): string {
  const rest = failed === 0 ? '' : `, ${failed} failed: the same command tries these again`;
  return `Fetched ${count(fetched, 'picture')}, ${unchanged} unchanged, in ${time}${rest}.`;
}
