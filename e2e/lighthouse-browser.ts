/** A Chromium that Lighthouse measures in, as often as one likes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { freePort } from '../scripts/postgres.ts';
import { launchOptions } from './browser.ts';

interface LighthouseBrowser {
  context: BrowserContext;
  /** One run, by Lighthouse's defaults, which are those of a phone. */
  measure(address: string, categories: readonly string[]): Promise<Result>;
  close(): Promise<void>;
}

export async function openLighthouseBrowser(): Promise<LighthouseBrowser> {
  const port = await freePort();
  // Lighthouse opens its pages in the browser's own profile, and so must whoever logs in for it.
  const profile = await mkdtemp(join(tmpdir(), 'qkart-lighthouse-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    args: [...launchOptions.args, `--remote-debugging-port=${port}`],
  });
  return {
    context,
    async measure(address, categories) {
      const result = await lighthouse(address, {
        port,
        onlyCategories: [...categories],
        // The session is in local storage.
        disableStorageReset: true,
        logLevel: 'error',
      });
      if (result === undefined) throw new Error(`Lighthouse measured nothing on ${address}`);
      return result.lhr;
    },
    async close() {
      await context.close();
      await rm(profile, { recursive: true });
    },
  };
}
