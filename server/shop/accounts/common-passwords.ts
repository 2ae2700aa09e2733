/** The common passwords: those of leaks, by their frequency. Loading them takes a moment, so import this file when needed. */
import { dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_MIN_LENGTH } from '../../../contract/limits.ts';

const leaked = dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN_LENGTH);
const common = new Set(leaked);

/**
 * Whether a password is in the list, in any case or backwards. The list leaves out repetitions (`aaaaaa`, `123123`) and
 * runs of characters (`abcdef`), which are as common.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  const characters = [...text];
  if (common.has(text) || common.has(characters.toReversed().join(''))) return true;
  const [, repeated] = /^(.+?)\1+$/su.exec(text) ?? [];
  if (repeated !== undefined) return repeated.length < PASSWORD_MIN_LENGTH || common.has(repeated);
  return isRun(characters);
}

/** Whether each character follows the one before it in Unicode, or each precedes it. */
function isRun(characters: readonly string[]): boolean {
  const points = characters.map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(points.slice(1).map((point, index) => point - (points[index] ?? 0)));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}
