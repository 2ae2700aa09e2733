/** The pages in Chromium: how fast they load on Lighthouse's phone, and how fast they respond on a slow processor. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Locator, type Page } from '@playwright/test';
import type { Result } from 'lighthouse';
import { untilAlive } from '../e2e/alive.ts';
import { launchOptions } from '../e2e/browser.ts';
import { openLighthouseBrowser } from '../e2e/lighthouse-browser.ts';
import { startShop } from '../e2e/serve.ts';
import { demoProduct, newShopper } from '../e2e/shopper.ts';
import type { Options } from './compare.ts';
import { medianOf } from './search/metrics.ts';
import { type Row, rowAtMost } from './table.ts';

const RUNS_MAX = 5;

/** The demo catalogue on SQLite: what a visitor of a new shop sees. */
export async function measureBrowser(options: Options): Promise<Row[]> {
  const shop = await startShop();
  const runs = Math.min(RUNS_MAX, options.rounds);
  try {
    const loading = await measureLoading(shop.address, runs);
    return [...loading, ...(await measureInteractions(shop.address, runs))];
  } finally {
    await shop.stop();
  }
}

const audits = [
  ['first-contentful-paint', 'FCP of /', 1_000, 'ms'],
  ['largest-contentful-paint', 'LCP of /', 1_500, 'ms'],
  ['total-blocking-time', 'TBT of /', 50, 'ms'],
  ['cumulative-layout-shift', 'CLS of /', 0, ''],
] as const;

async function measureLoading(address: string, runs: number): Promise<Row[]> {
  const browser = await openLighthouseBrowser();
  const results: Result['audits'][] = [];
  for (let run = 0; run <= runs; run++) {
    results.push((await browser.measure(`${address}/`, ['performance'])).audits);
  }
  await browser.close();
  // The first visit of a new browser is slow for reasons of its own.
  const [, ...counted] = results;
  return audits.map(([audit, what, limit, unit]) => {
    const values = counted.map((result) => result[audit]?.numericValue ?? Number.NaN);
    return rowOfRuns(what, values, limit, unit);
  });
}

function rowOfRuns(what: string, values: readonly number[], limit: number, unit: string): Row {
  const all = values.map((value) => Number(value.toFixed(unit === '' ? 3 : 0))).join(', ');
  return { ...rowAtMost(what, medianOf(values), limit, unit), more: `median of ${all}` };
}

const SLOWDOWN = 4;
const RESPONSE_MS = 100;
/** Until the page has done what follows from opening it, or from a click. */
const REST_MS = 700;
/** Between the keys of a quick typist. */
const KEY_MS = 100;
/** None of the first cards, which are added. */
const CART = ['Marching Snare Drum & Sticks', 'Close-Shave Razor', 'Weekend Travel Camera'];

const vitals = join(
  dirname(fileURLToPath(import.meta.resolve('web-vitals'))),
  'web-vitals.iife.js',
);
/** `inp` is the slowest interaction; `arrival` the time from a click until another page's heading is there. */
const OBSERVE = `${readFileSync(vitals, 'utf8')}
globalThis.inp = 16;
webVitals.onINP(({ value }) => { inp = value; }, { reportAllChanges: true, durationThreshold: 16 });
addEventListener('click', ({ timeStamp }) => {
  const heading = () => document.querySelector('h1')?.textContent;
  const before = heading();
  requestAnimationFrame(function check() {
    if ((heading() ?? before) === before) requestAnimationFrame(check);
    else globalThis.arrival = performance.now() - timeStamp;
  });
}, true);`;

type Act = (page: Page) => Promise<void>;
const click =
  (name: string): Act =>
  (page) =>
    press(page.getByRole('button', { name, exact: true }));
const clickThree =
  (name: RegExp): Act =>
  async (page) => {
    for (const nth of [0, 1, 2]) await press(page.getByRole('button', { name }).nth(nth));
  };
/** The response to the first search comes while the second is being typed. */
const typeSearch: Act = async (page) => {
  await page.getByRole('combobox', { name: 'Search for items/categories' }).click();
  await page.keyboard.type('watch', { delay: KEY_MS });
  await sleep(REST_MS / 2);
  await page.keyboard.type(' leather', { delay: KEY_MS });
  await sleep(REST_MS);
};

const interactions: readonly [what: string, figure: string, isLoggedIn: boolean, Act][] = [
  ['INP of ADD TO CART', 'inp', true, clickThree(/^ADD TO CART/)],
  ['INP of the stepper', 'inp', true, clickThree(/^Increase/)],
  ['INP of typing a search', 'inp', true, typeSearch],
  ['from / to /login', 'arrival', false, click('LOGIN')],
  ['from / to /register', 'arrival', false, click('REGISTER')],
  ['from / to /checkout', 'arrival', true, click('Checkout')],
];

async function measureInteractions(address: string, visits: number): Promise<Row[]> {
  const browser = await chromium.launch(launchOptions);
  const rows: Row[] = [];
  for (const [what, figure, isLoggedIn, act] of interactions) {
    const values: number[] = [];
    for (let visit = 0; visit < visits; visit++) {
      // Nothing is cached, and the cart is as it was.
      const context = await browser.newContext({
        baseURL: address,
        ...(isLoggedIn && { storageState: await sessionOfNewShopper(address) }),
      });
      const page = await context.newPage();
      await page.addInitScript({ content: OBSERVE });
      await page.goto('/');
      await untilAlive(page);
      if (isLoggedIn) await page.getByRole('button', { name: 'Checkout', exact: true }).waitFor();
      await sleep(REST_MS);
      const devtools = await context.newCDPSession(page);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
      await act(page);
      await page.waitForFunction(`globalThis.${figure} !== undefined`);
      values.push(await page.evaluate(`globalThis.${figure}`));
      await context.close();
    }
    rows.push(rowOfRuns(`${what}, 4x slower`, values, RESPONSE_MS, 'ms'));
  }
  await browser.close();
  return rows;
}

async function sessionOfNewShopper(address: string) {
  const shopper = await newShopper(address);
  for (const name of CART) await shopper.putInCart(demoProduct(name));
  await shopper.saveAddress('12 Harbour Road');
  const session = { username: shopper.username, token: shopper.token, balance: '5000' };
  const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: address, localStorage }] };
}

/** Playwright's own `click` inspects the page while it is being measured. */
async function press(button: Locator): Promise<void> {
  await button.hover();
  await sleep(REST_MS);
  const { mouse } = button.page();
  await mouse.down();
  await mouse.up();
  await sleep(REST_MS);
}
