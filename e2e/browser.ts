/** The options that start Chromium without background requests and without a window. */
import { findChromium } from '../scripts/chromium.ts';

const args = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Chromium does not start its sandbox as root, the user in most containers.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

export function launchOptions() {
  const executablePath = findChromium();
  return { ...(executablePath && { executablePath }), args };
}
