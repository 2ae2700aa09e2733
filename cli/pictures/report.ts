/** The sentences that the commands for pictures print. */
import type { PictureReport } from '../../server/operations/pictures/import.ts';
import type { PictureProblem } from '../../server/operations/pictures/picture-files.ts';
import { count } from '../numbers.ts';

const PROBLEMS_MAX = 20;

/** A line for each problem, like `lamp.gif has 12 frames: save one of them as a picture.` */
export function describePictureProblems(
  problems: readonly PictureProblem[],
  total = problems.length,
): string {
  const lines = problems.slice(0, PROBLEMS_MAX).map(({ about, message }) => `${about} ${message}.`);
  const more = total - lines.length;
  if (more > 0) lines.push(`… and ${count(more, 'more problem')}.`);
  return lines.join('\n');
}

export function describePictureImport(
  { files, changed, unchanged, problems }: PictureReport,
  time: string,
): string {
  const skipped = problems.length > 0 ? `, ${count(problems.length, 'problem')} skipped` : '';
  return `Read ${count(files, 'file')}: ${count(changed, 'product')} with new pictures, ${unchanged} unchanged${skipped}, in ${time}.\n`;
}

/** Says how far an import came that failed. */
export function describeChangedPictures(
  changed: number,
  { isUnknown }: { isUnknown: boolean },
): string {
  const unknown = isUnknown ? ' The next one may have, or not.' : '';
  const have = changed === 1 ? 'has its' : 'have their';
  return `${count(changed, 'product')} ${have} new pictures.${unknown} The same command does the rest.\n`;
}
