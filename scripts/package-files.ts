/** Writes what `npm pack` adds to the built files: the commit, the versions to install, and a list of all parts. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function writePackageFiles(root: string): void {
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, {
      cwd: root,
      encoding: 'utf8',
      // On Windows, npm is a batch file.
      shell: process.platform === 'win32',
    });
  // For `qkart --version`. `postpack` deletes it, because the checkout goes on.
  const commit = run('git', 'describe', '--always', '--dirty', '--abbrev=12', '--exclude=*');
  writeFileSync(join(root, 'build/commit'), commit);
  // CycloneDX, of everything that is installed with the package.
  const sbom = JSON.parse(
    run(
      'npm',
      'sbom',
      '--sbom-format=cyclonedx',
      '--sbom-type=application',
      '--omit=dev',
      '--package-lock-only',
    ),
  );
  // npm names it like the folder of the checkout.
  sbom.metadata.component.name = 'qkart';
  writeFileSync(join(root, 'build/sbom.json'), JSON.stringify(sbom, null, 2));
  // In the folder of the package, `npm ci` installs exactly these versions. `postpack` deletes it, too.
  copyFileSync(join(root, 'package-lock.json'), join(root, 'npm-shrinkwrap.json'));
}
