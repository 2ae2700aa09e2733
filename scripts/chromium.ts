/** Finds Chromium for the tests of the pages, or installs it. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

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
 * The path of the Chromium in CHROMIUM_PATH, or of an installed one. If there is none, Playwright starts the one that it
 * has downloaded.
 */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return process.env.CHROMIUM_PATH || [...candidates, ...INSTALL_PATHS].find(isExecutable);
}

/**
 * Makes sure that there is a Chromium. If there is none, lets Playwright download it, or installs it with apt-get if this
 * process runs as root.
 * @throws Error with a sentence that says how to install one
 */
export async function provideChromium(): Promise<void> {
  const found = findChromium();
  if (found && !isExecutable(found)) throw new Error(`CHROMIUM_PATH is not a program: ${found}.`);
  if (found) return;
  process.stderr.write('Providing Chromium ...\n');
  if (download() && (await startsDownloaded())) return;
  if (installPackage()) return;
  throw new Error(
    'The tests of the pages need Chromium: install it (apt-get install chromium, brew install ' +
      '--cask chromium), let Playwright download it (npx playwright install --with-deps ' +
      'chromium-headless-shell), or set CHROMIUM_PATH.',
  );
}

/** A downloaded Chromium does not start if the system lacks libraries. */
async function startsDownloaded(): Promise<boolean> {
  const { chromium } = await import('@playwright/test');
  try {
    await (await chromium.launch()).close();
    return true;
  } catch {
    return false;
  }
}

/** Downloads nothing if it was done before. */
function download(): boolean {
  // Without a network, each of the five attempts ends after this time.
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '3000' };
  const program = resolve(import.meta.dirname, '../node_modules/@playwright/test/cli.js');
  const args = [program, 'install', 'chromium-headless-shell'];
  return spawnSync(process.execPath, args, { env, stdio: 'ignore' }).status === 0;
}

function installPackage(): boolean {
  if (process.getuid?.() !== 0) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...args: string[]): boolean =>
    spawnSync('apt-get', args, { env, stdio: 'ignore' }).status === 0;
  run('update');
  return ['chromium-headless-shell', 'chromium'].some((name) =>
    run('install', '-y', '--no-install-recommends', name),
  );
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
