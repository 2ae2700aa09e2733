import { defineConfig } from '@playwright/test';
import { testLaunchOptions } from './e2e/browser.ts';

const results = `test-results/pages-${process.env.TEST_ENGINE ?? 'sqlite'}`;

export default defineConfig({
  testDir: 'e2e',
  // Playwright empties this folder first.
  outputDir: results,
  globalSetup: './e2e/serve.ts',
  fullyParallel: true,
  forbidOnly: true,
  // A test waits for the browser and the shop for much of its time.
  workers: 3,
  // A machine may be slow or pause for a while, so only a test that hangs reaches this limit.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: `${results}.json` }]],
  use: {
    baseURL: process.env.SHOP_URL,
    colorScheme: 'light',
    // A trace takes half of a test's time, and a screenshot is usually enough.
    screenshot: 'only-on-failure',
    launchOptions: testLaunchOptions(),
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grep: /@phone/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
