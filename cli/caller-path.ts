import { resolve } from 'node:path';
import { packageFolder } from '../server/platform/package-folder.ts';

/**
 * The absolute path of a file that the operator named. npm runs its scripts in the package's folder and
 * puts the folder that it was called in into INIT_CWD.
 */
export function resolveFromCaller(file: string): string {
  const { INIT_CWD: callersFolder } = process.env;
  const isRunByNpm = callersFolder && process.cwd() === packageFolder;
  return resolve(isRunByNpm ? callersFolder : '', file);
}
