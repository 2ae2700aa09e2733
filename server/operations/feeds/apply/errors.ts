/** The error of an import that is written in part. */
import { UnfinishedChange } from '../../../platform/operator-error.ts';
import { OutcomeUnknown } from '../../../platform/storage/errors.ts';
import { grouped } from '../../reports/text.ts';

/** How far an import came that failed. */
interface WrittenPart {
  /** The number of records that are written. */
  records: number;
  /** The line of the file in which the last of them starts. */
  line: number;
  /** Whether the file changes stock relatively, so that these records must not be imported again. */
  hasDifferences: boolean;
}

/** The error for an import that failed after its first transaction. @param cause the failure */
export function importUnfinished(
  { records, line, hasDifferences }: WrittenPart,
  cause: unknown,
): UnfinishedChange {
  const isUnknown = cause instanceof OutcomeUnknown;
  const [noun, verb] = records === 1 ? ['record', 'is'] : ['records', 'are'];
  const sentences = [
    `${grouped(records)} ${noun}, up to line ${grouped(line)}, ${verb} written.`,
    ...(isUnknown ? ['Those right after them may be written, or not.'] : []),
    hasDifferences
      ? 'Apply the file again to write the rest. The file changes stock by differences: if you change it, remove these records from it first.'
      : 'Apply the file again to write the rest. It sets their stock and prices again: if any were sold or changed since, remove these records from it first.',
  ];
  return new UnfinishedChange(isUnknown ? 'unknown' : 'part', sentences.join(' '), cause);
}
