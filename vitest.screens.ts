/** The tests of screens: all in one page of Chromium, with the API answered at `fetch`. */
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { testLaunchOptions } from './e2e/browser.ts';
import { compiledAnswers } from './scripts/compiled-answers.ts';
import { productPictures } from './scripts/product-pictures.ts';

export default defineConfig({
  plugins: [productPictures(), compiledAnswers()],
  test: {
    include: ['web/**/*.test.tsx'],
    // The files share one page and its modules.
    isolate: false,
    fileParallelism: false,
    // A machine may be slow or pause for a while, so only a test that hangs reaches this limit.
    testTimeout: 60_000,
    expect: { poll: { timeout: 45_000, interval: 10 } },
    browser: {
      enabled: true,
      headless: true,
      // A name or text matches in part, as in Playwright.
      locators: { exact: false },
      screenshotFailures: false,
      // The browser may start slowly, too.
      connectTimeout: 180_000,
      provider: playwright({ launchOptions: testLaunchOptions() }),
      instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
    },
    coverage: {
      provider: 'v8',
      include: ['web/**/*.{ts,tsx}'],
      exclude: [
        '**/*.test.*',
        'web/testing/**',
        'web/entry.*.tsx',
        'web/root.tsx',
        'web/routes.ts',
      ],
      reporter: ['text-summary'],
      thresholds: { lines: 90, branches: 80 },
    },
  },
});
