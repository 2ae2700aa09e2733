import { importPictures } from '../../server/operations/pictures/import.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import { escapeLines } from '../../server/platform/quote.ts';
import { resolveFromCaller } from '../caller-path.ts';
import { secondsSince } from '../numbers.ts';
import { createProgressLine } from '../progress-line.ts';
import { withShop } from '../shop.ts';
import { untilSignal } from '../signals.ts';
import { describePictureImport, describePictureProblems } from './report.ts';

const steps = { encoding: 'Encoding', writing: 'Writing' };

export async function run(path: string, { skipInvalid = false }: { skipInvalid?: boolean }) {
  const startedAt = performance.now();
  const progress = createProgressLine();
  const report = await withShop((services) =>
    untilSignal((signal) =>
      importPictures(services, resolveFromCaller(path), {
        skipInvalid,
        signal,
        onProgress: ({ step, done, total }) => progress.show(`${steps[step]}: ${done} of ${total}`),
      }).finally(progress.end),
    ),
  );
  const problems = describePictureProblems(report.problems);
  if (report.isRefused) throw new OperatorError(problems);
  if (problems !== '') process.stderr.write(`${escapeLines(problems)}\n`);
  if (report.changed + report.unchanged === 0) {
    throw new OperatorError('There is no picture that could be used.');
  }
  process.stdout.write(describePictureImport(report, secondsSince(startedAt)));
}
