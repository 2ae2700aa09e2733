import { resolve } from 'node:path';
import { packageFolder } from '../server/platform/package-folder.ts';

/**
 * Resolves a path that the operator typed. npm runs its scripts in the package's folder, and sets INIT_CWD to the
 * folder from which it was called.
 */
export function resolveFromCaller(file: string): string {
  const { INIT_CWD: callersFolder } = process.env;
  const isRunByNpm = callersFolder && process.cwd() === packageFolder;
  return resolve(isRunByNpm ? callersFolder : '', file);
}
