/** A Chromium for any number of Lighthouse runs. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { freePort } from '../scripts/postgres.ts';
import { launchOptions } from './browser.ts';

/** Chromium's trace sometimes lacks the beginning of a visit, so a run is repeated. */
const ATTEMPTS = 3;

interface LighthouseBrowser {
  context: BrowserContext;
  /** Runs Lighthouse once with its defaults: a phone whose browser stores only the session. */
  measure(address: string, categories: readonly string[]): Promise<Result>;
  close(): Promise<void>;
}

export async function openLighthouseBrowser(): Promise<LighthouseBrowser> {
  const port = await freePort();
  // Lighthouse opens its pages in the browser's default profile, so the login must happen there, too.
  const profile = await mkdtemp(join(tmpdir(), 'qkart-lighthouse-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    args: [...launchOptions.args, `--remote-debugging-port=${port}`],
  });
  return {
    context,
    async measure(address, categories) {
      let failure = 'no result';
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const result = await lighthouse(address, {
          port,
          onlyCategories: [...categories],
          logLevel: 'error',
        });
        if (result && !result.lhr.runtimeError) return result.lhr;
        failure = result?.lhr.runtimeError?.message ?? failure;
      }
      throw new Error(`Lighthouse could not measure ${address}: ${failure}`);
    },
    async close() {
      await context.close();
      await rm(profile, { recursive: true });
    },
  };
}
