/** How fast the page answers to a shopper with a slow processor. */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { untilAlive } from '../../../e2e/alive.ts';
import { launchOptions } from '../../../e2e/browser.ts';
import { demoProduct, newShopper } from '../../../e2e/shopper.ts';
import { quantileOf } from '../../search/metrics.ts';

const SLOWDOWN = 4;
const VISITS = 9;
const WIDTH = 1_280;
const HEIGHT = 800;
/** What the page does once it is alive, and between a press and the next one. */
const REST_MS = 1_000;
/** A quick typist's. */
const KEY_MS = 100;
/** None of the first cards, which are added. */
const CART = [
  'Marching Snare Drum & Sticks',
  'Close-Shave Razor',
  'Alpine Cheese Fondue Set',
  'Weekend Travel Camera',
  'Seaside Flip-Flops',
];
const IN_PAGE = resolve(import.meta.dirname, 'in-page.js');

/** Milliseconds, one of each visit. */
export interface Responses {
  what: string;
  durations: number[];
  /** The one in the middle. */
  median: number;
}

interface Reaction {
  what: string;
  isLoggedIn: boolean;
  /** @returns milliseconds */
  measure(page: Page): Promise<number>;
}

const reactions: Reaction[] = [
  { what: 'INP of ADD TO CART', isLoggedIn: true, measure: addToCart },
  { what: 'INP of the stepper', isLoggedIn: true, measure: step },
  { what: 'INP of typing a search', isLoggedIn: true, measure: typeSearch },
  { what: 'from / to /login', isLoggedIn: false, measure: (page) => go(page, 'LOGIN', 'Login') },
  {
    what: 'from / to /register',
    isLoggedIn: false,
    measure: (page) => go(page, 'REGISTER', 'Register'),
  },
  {
    what: 'from / to /checkout',
    isLoggedIn: true,
    measure: (page) => go(page, 'Checkout', 'Checkout'),
  },
];

export async function measureResponsiveness(address: string): Promise<Responses[]> {
  const browser = await chromium.launch(launchOptions);
  try {
    const responses: Responses[] = [];
    for (const reaction of reactions) {
      const durations: number[] = [];
      for (let visit = 0; visit < VISITS; visit++) {
        durations.push(await measureVisit(browser, address, reaction));
      }
      responses.push({ what: reaction.what, durations, median: quantileOf(durations, 0.5) });
    }
    return responses;
  } finally {
    await browser.close();
  }
}

/** Each visit is somebody else's, with a browser that has kept nothing. */
async function measureVisit(
  browser: Browser,
  address: string,
  { isLoggedIn, measure }: Reaction,
): Promise<number> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: WIDTH, height: HEIGHT },
    ...(isLoggedIn && { storageState: await sessionOfShopper(address) }),
  });
  try {
    const page = await context.newPage();
    await page.addInitScript({ path: IN_PAGE });
    await page.goto('/');
    await untilAlive(page);
    if (isLoggedIn) await page.getByRole('button', { name: 'Checkout', exact: true }).waitFor();
    await sleep(REST_MS);
    await page.evaluate('bench.forgetPresses()');
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    return await measure(page);
  } finally {
    await context.close();
  }
}

async function sessionOfShopper(address: string) {
  const shopper = await newShopper(address);
  for (const name of CART) await shopper.putInCart(demoProduct(name));
  await shopper.saveAddress('12 Harbour Road');
  const session = { username: shopper.username, token: shopper.token, balance: '5000' };
  const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: address, localStorage }] };
}

async function addToCart(page: Page): Promise<number> {
  const cards = page.getByRole('article').getByRole('button', { name: /^ADD TO CART/ });
  for (const nth of [0, 1, 2]) await press(page, cards.nth(nth));
  return slowestPress(page);
}

async function step(page: Page): Promise<number> {
  const increase = page.getByRole('button', { name: /^Increase/ });
  for (const nth of [0, 1, 2]) await press(page, increase.nth(nth));
  return slowestPress(page);
}

/** The first search's answer comes while the second one is being typed. */
async function typeSearch(page: Page): Promise<number> {
  const box = page.getByRole('combobox', { name: 'Search for items/categories' });
  await box.click();
  await page.keyboard.type('watch', { delay: KEY_MS });
  await sleep(REST_MS / 2);
  await page.keyboard.type(' leather', { delay: KEY_MS });
  await sleep(REST_MS);
  return slowestPress(page);
}

/**
 * As a hand does it: who presses has pointed there before. Not by `click`, which looks in the page for
 * what it would hit, and that would count as the page's time.
 */
async function press(page: Page, button: Locator): Promise<void> {
  await button.hover();
  await sleep(REST_MS);
  await page.mouse.down();
  await page.mouse.up();
  await sleep(REST_MS);
}

async function slowestPress(page: Page): Promise<number> {
  return page.evaluate('bench.slowestPress()');
}

async function go(page: Page, button: string, heading: string): Promise<number> {
  await page.evaluate(`bench.awaitHeading('${heading}')`);
  await press(page, page.getByRole('button', { name: button, exact: true }));
  return page.evaluate('bench.arrival');
}
