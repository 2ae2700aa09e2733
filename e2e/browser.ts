/** How Chromium is started: quiet, and without what only a person at a window needs. */
import { provideChromium } from '../scripts/chromium.ts';

export const launchOptions = {
  executablePath: provideChromium(),
  args: [
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    // Chromium refuses its sandbox to root, as in most containers.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
};
