/** Measures the built pages with Lighthouse on its simulated phone. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { launchOptions } from '../e2e/browser.ts';
import { startShop } from '../e2e/serve.ts';
import { demoProduct, newShopper } from '../e2e/shopper.ts';
import { provideChromium } from '../scripts/chromium.ts';
import { freePort } from '../scripts/postgres.ts';
import type { Options } from './compare.ts';
import { medianOf } from './search/metrics.ts';
import { type Row, rowOf } from './table.ts';

/** Chromium's trace sometimes lacks the beginning of a visit, so a run is repeated. */
const ATTEMPTS = 3;

/** The scores that each page must have; that of performance depends on the machine, and is only shown. */
const pages = [
  { path: '/', isLoggedIn: false, scores: ['accessibility', 'best-practices', 'seo'] },
  { path: '/login', isLoggedIn: false, scores: ['accessibility', 'best-practices'] },
  { path: '/register', isLoggedIn: false, scores: ['accessibility', 'best-practices'] },
  { path: '/checkout', isLoggedIn: true, scores: ['accessibility', 'best-practices'] },
];

const audits = [
  ['first-contentful-paint', 'FCP', 1_000, 'ms'],
  ['largest-contentful-paint', 'LCP', 1_500, 'ms'],
  ['total-blocking-time', 'TBT', 50, 'ms'],
  ['cumulative-layout-shift', 'CLS', 0, ''],
] as const;

export async function* measureScores({ rounds }: Options): AsyncGenerator<Row> {
  await using browser = await openBrowser();
  for (const { path, isLoggedIn, scores } of pages) {
    if (isLoggedIn) await browser.logIn();
    const results = await browser.measure(path, [...scores, 'performance'], Math.min(3, rounds));
    const medianScore = (id: string) =>
      medianOf(results.map(({ categories }) => 100 * (categories[id]?.score ?? 0)));
    const times = audits.map(([id, name]) => `${name} ${results[0]?.audits[id]?.displayValue}`);
    const more = `performance ${medianScore('performance')}, ${times.join(', ')}`;
    for (const id of scores) {
      yield rowOf(`${id} of ${path}`, medianScore(id), ['at least', 100], '', more);
    }
  }
}

export async function* measureLoading({ rounds }: Options): AsyncGenerator<Row> {
  await using browser = await openBrowser();
  const results = await browser.measure('/', ['performance'], Math.min(3, rounds));
  for (const [id, name, limit, unit] of audits) {
    const values = results.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN);
    yield rowOfRuns(`${name} of /`, values, limit, unit);
  }
}

export function rowOfRuns(what: string, values: readonly number[], limit: number, unit: string) {
  const all = values.map((value) => Number(value.toFixed(unit === '' ? 3 : 0))).join(', ');
  return rowOf(what, medianOf(values), ['at most', limit], unit, `median of ${all}`);
}

/** Opens the demo catalogue on SQLite, as in a new shop, in a browser for any number of runs. */
async function openBrowser() {
  const [port, shopPort] = [await freePort(), await freePort()];
  // The pages contain their public address, which Lighthouse compares with the visited one.
  const address = `http://localhost:${shopPort}`;
  const settings = { PORT: String(shopPort), HOST: 'localhost', PUBLIC_URL: address };
  const shop = await startShop(settings);
  // Lighthouse opens its pages in the browser's default profile, so the login must happen there, too.
  const profile = await mkdtemp(join(tmpdir(), 'qkart-lighthouse-'));
  await provideChromium();
  const { args, ...options } = launchOptions();
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    args: [...args, `--remote-debugging-port=${port}`],
  });
  return {
    logIn: () => logIn(context, address),
    async measure(path: string, categories: string[], runs: number): Promise<Result[]> {
      const results: Result[] = [];
      for (let run = 0; run <= runs; run++) {
        results.push(await runLighthouse(address + path, port, categories));
      }
      // The first visit in a new browser is slow, so it does not count.
      return results.slice(1);
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      await shop.stop();
      await rm(profile, { recursive: true });
    },
  };
}

async function runLighthouse(address: string, port: number, onlyCategories: string[]) {
  let failure = 'no result';
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const result = await lighthouse(address, { port, onlyCategories, logLevel: 'error' });
    if (result && !result.lhr.runtimeError) return result.lhr;
    failure = result?.lhr.runtimeError?.message ?? failure;
  }
  throw new Error(`Lighthouse could not measure ${address}: ${failure}`);
}

/** A new shopper with a cart and an address. @returns what the browser stores of the session */
export async function newSession(shop: string, cart: readonly string[]) {
  const shopper = await newShopper(shop);
  for (const name of cart) await shopper.putInCart(demoProduct(name));
  await shopper.saveAddress('12 Harbour Road');
  return { username: shopper.username, token: shopper.token, balance: '5000' };
}

/** Lighthouse keeps only the local storage of a visited page. */
async function logIn(context: BrowserContext, address: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(address);
  const session = await newSession(address, ['Studio Pendant Lamp']);
  await page.evaluate((session) => Object.assign(localStorage, session), session);
}
