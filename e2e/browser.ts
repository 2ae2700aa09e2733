/** The options that start Chromium without background requests and without a window. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from '../scripts/chromium.ts';

/** Chromium reads only the last such list, so this one has what Playwright disables, too. */
const disabledFeatures = [
  // Each new window loads these menus of the address bar, which takes more time than a page of the shop.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

const args = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${disabledFeatures.join()}`,
  // Chromium does not start its sandbox as root, the user in most containers.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

export function launchOptions() {
  const executablePath = findChromium();
  return { ...(executablePath && { executablePath }), args };
}

/** For tests: with the fonts of a bare Debian if they are installed, and otherwise with all of the machine. */
export function testLaunchOptions() {
  const hasBareFonts = existsSync('/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf');
  const bareFonts = { FONTCONFIG_FILE: join(import.meta.dirname, 'fonts.conf') };
  return { ...launchOptions(), env: { ...(hasBareFonts && bareFonts), ...process.env } };
}
