/** Disks of a few kilobytes, which only one process sees (by Linux's namespaces), and which end with it. */
import { spawnSync } from 'node:child_process';

/** Runs a command after these mounts, as a launcher. `$1` in them is the folder. */
export const after = (mounts: string, folder: string) => [
  ...['unshare', '--map-root-user', '--mount', 'sh', '-c'],
  `${mounts} && shift && exec "$@"`,
  ...['sh', folder],
];
export const tmpfs = (kilobytes: number) => `mount -t tmpfs -o size=${kilobytes}k shop "$1"`;

/** Whether this user may mount anything. */
export function canMount(): boolean {
  const [command = '', ...words] = [...after(tmpfs(4), '/mnt'), 'true'];
  if (spawnSync(command, words).status === 0) return true;
  process.stderr.write('Skipped: full and read-only disks, since this user may not mount any.\n');
  return false;
}
