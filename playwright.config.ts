import { defineConfig } from '@playwright/test';
import { launchOptions } from './e2e/browser.ts';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/serve.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // A machine may be slow, or stand still for a while; a test that hangs is noticed all the same.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/pages.json' }]],
  use: {
    baseURL: process.env.SHOP_URL,
    colorScheme: 'light',
    // A trace of every test would cost half of its time; a picture tells most.
    screenshot: 'only-on-failure',
    launchOptions,
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
