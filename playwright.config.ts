import { defineConfig } from '@playwright/test';
import { provideChromium } from './scripts/chromium.ts';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/serve.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/pages.json' }]],
  use: {
    baseURL: process.env.SHOP_URL,
    colorScheme: 'light',
    trace: 'retain-on-failure',
    launchOptions: {
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
    },
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
