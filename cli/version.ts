import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Version and commit, such as "1.0.0 (746098d1c2ab)". Packages and images know their commit; in a checkout, git does.
 * @param folder of the package
 */
export function describeVersion(version: string, folder: string): string {
  const file = join(folder, 'build/commit');
  return existsSync(file) ? `${version} (${readFileSync(file, 'utf8').trim()})` : version;
}
