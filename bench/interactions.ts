/** Measures interactions with the pages in Chromium on a slow processor. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Locator, type Page } from '@playwright/test';
import { untilAlive } from '../e2e/alive.ts';
import { launchOptions } from '../e2e/browser.ts';
import { startShop } from '../e2e/serve.ts';
import { provideChromium } from '../scripts/chromium.ts';
import type { Options } from './compare.ts';
import { newSession, rowOfRuns } from './lighthouse.ts';
import type { Row } from './table.ts';

/** The time after which a page is idle again after it was opened, or after a click. */
const REST_MS = 700;
/** Products in the cart. They are not among the first cards, which the interactions add. */
const CART = ['Charcoal Shell Armchair', 'Crimson Network Cable', 'Weekend Travel Camera'];

/** `inp` is the slowest interaction; `arrival` resolves to the time from a click until the heading of another page appears. */
const OBSERVE = `${readFileSync(new URL('web-vitals.iife.js', import.meta.resolve('web-vitals')), 'utf8')}
globalThis.inp = 16;
webVitals.onINP(({ value }) => { inp = value; }, { reportAllChanges: true, durationThreshold: 16 });
globalThis.arrival = new Promise((resolve) => addEventListener('click', ({ timeStamp }) => {
  const heading = () => document.querySelector('h1')?.textContent;
  const before = heading();
  requestAnimationFrame(function check() {
    if ((heading() ?? before) === before) requestAnimationFrame(check);
    else resolve(performance.now() - timeStamp);
  });
}, true));`;

interface Interaction {
  what: string;
  isGuest?: boolean;
  /** Clicks the first `count` buttons with this name. */
  click?: [name: string | RegExp, count: number];
  /** Texts to type into the search box. The reply to each arrives while the next one is being typed. */
  texts?: string[];
}

const interactions: readonly Interaction[] = [
  { what: 'INP of ADD TO CART', click: [/^ADD TO CART/, 3] },
  { what: 'INP of the stepper', click: [/^Increase/, 3] },
  { what: 'INP of typing a search', texts: ['camera', ' film'] },
  { what: 'from / to /login', isGuest: true, click: ['LOGIN', 1] },
  { what: 'from / to /register', isGuest: true, click: ['REGISTER', 1] },
  { what: 'from / to /checkout', click: ['Checkout', 1] },
];

/** Milliseconds within which a page shows that it has reacted, and within which another page is there. */
const LIMITS = { reaction: 100, page: 200 };

/** Uses the demo catalogue on SQLite, as in a new shop. */
export async function* measureInteractions({ rounds }: Options): AsyncGenerator<Row> {
  await provideChromium();
  const { address, stop } = await startShop();
  const browser = await chromium.launch(launchOptions());
  try {
    for (const interaction of interactions) {
      const values: number[] = [];
      for (let visit = 0; visit < Math.min(3, rounds); visit++) {
        // A new context has an empty cache, and a new shopper has the initial cart.
        const session: Record<string, string> = interaction.isGuest
          ? {}
          : await newSession(address, CART);
        const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }));
        const storageState = { cookies: [], origins: [{ origin: address, localStorage }] };
        const context = await browser.newContext({ baseURL: address, storageState });
        values.push(await measureVisit(await context.newPage(), interaction));
        await context.close();
      }
      const limit = isReaction(interaction.what) ? LIMITS.reaction : LIMITS.page;
      yield rowOfRuns(`${interaction.what}, 4x slower`, values, limit, 'ms');
    }
  } finally {
    await browser.close();
    await stop();
  }
}

function isReaction(what: string): boolean {
  return what.startsWith('INP');
}

async function measureVisit(
  page: Page,
  { what, isGuest = false, click: [name, count] = ['', 0], texts = [] }: Interaction,
): Promise<number> {
  await page.addInitScript({ content: OBSERVE });
  await page.goto('/');
  await untilAlive(page);
  if (!isGuest) await page.getByRole('button', { name: 'Checkout', exact: true }).waitFor();
  await sleep(REST_MS);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  for (let nth = 0; nth < count; nth++) {
    await press(page.getByRole('button', { name, exact: true }).nth(nth));
  }
  if (texts.length > 0) await page.getByRole('combobox').first().click();
  for (const text of texts) {
    await page.keyboard.type(text, { delay: 100 });
    await sleep(REST_MS / 2);
  }
  return page.evaluate(isReaction(what) ? 'globalThis.inp' : 'globalThis.arrival');
}

/** Clicks by mouse events, because Playwright's `click` inspects the page during the measurement. */
async function press(button: Locator): Promise<void> {
  await button.hover();
  await sleep(REST_MS);
  const { mouse } = button.page();
  await mouse.down();
  await mouse.up();
  await sleep(REST_MS);
}
