/** Finds Chromium for the tests of the pages, or installs it with apt-get. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The names of Chromium in PATH. The headless shell comes first because it starts faster. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
/** Paths of installed browsers that are not in PATH. */
const INSTALL_PATHS = [
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Returns the path of a Chromium: the one in CHROMIUM_PATH, or an installed one. If there is none, installs one if
 * this process runs as root and apt-get exists.
 * @throws Error with a sentence that says how to install one
 */
export function provideChromium(): string {
  const found = process.env.CHROMIUM_PATH || findChromium() || (install() && findChromium());
  if (found && isExecutable(found)) return found;
  throw new Error(
    process.env.CHROMIUM_PATH
      ? `CHROMIUM_PATH is not a program: ${found}.`
      : 'The tests of the pages need Chromium: install it (apt-get install chromium, ' +
          'brew install --cask chromium) or set CHROMIUM_PATH.',
  );
}

function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...INSTALL_PATHS].find(isExecutable);
}

function install(): boolean {
  if (process.getuid?.() !== 0) return false;
  process.stderr.write('Installing Chromium ...\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...args: string[]): boolean =>
    spawnSync('apt-get', args, { env, stdio: 'ignore' }).status === 0;
  const packages = ['chromium-headless-shell', 'chromium'];
  run('update');
  return packages.some((name) => run('install', '-y', '--no-install-recommends', name));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
