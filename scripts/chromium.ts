/** Finds the Chromium that the pages are tested in, or installs it where that can be done. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The headless build first: the same engine without a window's furniture, so it is faster. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
const ELSEWHERE = [
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The path of a Chromium: the one that CHROMIUM_PATH names, one that is here, or one that the
 * system's packages bring (as root, with apt-get).
 * @throws Error with one sentence on how to get one
 */
export function provideChromium(): string {
  const found = process.env.CHROMIUM_PATH || findChromium() || (install() && findChromium());
  if (found && isExecutable(found)) return found;
  throw new Error(
    process.env.CHROMIUM_PATH
      ? `CHROMIUM_PATH names no program: ${found}.`
      : 'The pages are tested in Chromium, and none is here: install it (apt-get install chromium, ' +
          'brew install --cask chromium) or name one in CHROMIUM_PATH.',
  );
}

function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...ELSEWHERE].find(isExecutable);
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
