/** Measures the built pages with Lighthouse, and fails if a score is below its minimum. */
import type { Page } from '@playwright/test';
import { freePort } from '../scripts/postgres.ts';
import { openLighthouseBrowser } from './lighthouse-browser.ts';
import { startShop } from './serve.ts';
import { demoProduct, newShopper } from './shopper.ts';

type Scores = Record<(typeof CATEGORIES)[number], number>;

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** The number of runs of a page. The median counts, because a machine is noisy. */
const RUNS = 5;

/**
 * The minimum scores of each page, of 100; other scores are only shown. The score of performance depends on the
 * machine; `npm run bench -- browser` has its figures and targets.
 */
const pages: { path: string; isLoggedIn?: boolean; atLeast: Partial<Scores> }[] = [
  { path: '/', atLeast: { accessibility: 100, 'best-practices': 100, seo: 100 } },
  { path: '/login', atLeast: { accessibility: 100, 'best-practices': 100 } },
  { path: '/register', atLeast: { accessibility: 100, 'best-practices': 100 } },
  { path: '/checkout', isLoggedIn: true, atLeast: { accessibility: 100, 'best-practices': 100 } },
];

const port = await freePort();
// The pages contain their public address, which Lighthouse compares with the visited one.
const address = `http://localhost:${port}`;
const shop = await startShop({ PORT: String(port), HOST: 'localhost', PUBLIC_URL: address });
const browser = await openLighthouseBrowser();
try {
  const page = await browser.context.newPage();
  for (const { path, isLoggedIn = false, atLeast } of pages) {
    await (isLoggedIn ? logIn(page) : Promise.resolve());
    report(path, await measureOften(path), atLeast);
  }
} finally {
  await browser.close();
  await shop.stop();
}

interface Measured {
  scores: Scores;
  figures: string;
}

async function measureOften(path: string): Promise<Measured> {
  // The first run in a new browser is slow, so it does not count.
  await measure(path);
  const runs: Measured[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await measure(path));
  runs.sort((a, b) => a.scores.performance - b.scores.performance);
  return runs[Math.floor(RUNS / 2)] as Measured;
}

async function measure(path: string): Promise<Measured> {
  const lhr = await browser.measure(address + path, CATEGORIES);
  const scoreOf = (id: string): number => Math.round((lhr.categories[id]?.score ?? 0) * 100);
  const figure = (id: string): string => lhr.audits[id]?.displayValue ?? '';
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    figures: [
      `FCP ${figure('first-contentful-paint')}`,
      `LCP ${figure('largest-contentful-paint')}`,
      `TBT ${figure('total-blocking-time')}`,
      `CLS ${figure('cumulative-layout-shift')}`,
    ].join(', '),
  };
}

function report(
  path: string,
  { scores, figures }: { scores: Scores; figures: string },
  atLeast: Partial<Scores>,
): void {
  const shown = CATEGORIES.map((id) => `${id} ${scores[id]}`).join(', ');
  process.stdout.write(`${path.padEnd(10)} ${shown} (${figures})\n`);
  for (const id of CATEGORIES) {
    const wanted = atLeast[id] ?? 0;
    if (scores[id] >= wanted) continue;
    process.stderr.write(`${path}: ${id} is ${scores[id]}, and must be ${wanted}.\n`);
    process.exitCode = 1;
  }
}

async function logIn(page: Page): Promise<void> {
  const shopper = await newShopper(address);
  const { username, token } = shopper;
  await shopper.putInCart(demoProduct('Studio Wireless Headphones'));
  await shopper.saveAddress('12 Harbour Road');
  await page.goto(address);
  await page.evaluate((session) => Object.assign(localStorage, session), {
    username,
    token,
    balance: '5000',
  });
}
