/** Fixtures and locators of the page tests: a logged-in shopper, a check of the console, toasts. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { API_BASE } from '../contract/calls.ts';
import type { ShopIdentity } from '../contract/shop-identity.ts';
import { untilAlive } from './alive.ts';
import { type Shop, startShop } from './serve.ts';
import { newShopper, type Shopper } from './shopper.ts';

export { expect };

interface Fixtures {
  quietConsole: undefined;
  /** Messages that this test allows in the console. The pattern is matched against message and address. */
  mayFail: RegExp | undefined;
  shopper: Shopper;
}

export const test = base.extend<Fixtures>({
  mayFail: [undefined, { option: true }],
  /**
   * Any error or warning in the console fails the test, hydration warnings included. Chromium also writes
   * an error for every reply with status 400 or above. Those of the API are ignored, as part of the contract.
   */
  quietConsole: [
    async ({ context, baseURL, mayFail }, use) => {
      const said: string[] = [];
      const hear = (text: string) => {
        if (!mayFail?.test(text)) said.push(text);
      };
      const isExpected = (address: string) => address.startsWith(`${baseURL}${API_BASE}`);
      context.on('weberror', (error) => hear(String(error.error())));
      context.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        const { url } = message.location();
        const isNoted = message.text().startsWith('Failed to load resource') && isExpected(url);
        if (!isNoted) hear(`${message.text()} (${url})`);
      });
      await use(undefined);
      expect(said).toEqual([]);
    },
    { auto: true },
  ],
  shopper: async ({ baseURL }, use) => use(await newShopper(baseURL)),
});

/** A test with a shopper who is logged in from the start. */
export const loggedInTest = test.extend({
  context: async ({ context, shopper }, use) => {
    // Playwright's `storageState` opens another page for this, which takes longer than the visit.
    await context.addInitScript(
      ({ username, token }) => {
        if (location.protocol === 'about:' || document.cookie.includes('loggedIn')) return;
        // Store the session only once, so that a logout lasts.
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous
        document.cookie = 'loggedIn=1';
        Object.assign(localStorage, { username, token, balance: '5000' });
      },
      { username: shopper.username, token: shopper.token },
    );
    await use(context);
  },
});

/** A test in a shop whose catalogue it may change, because no other test uses the shop at the same time. */
export const ownShopTest = loggedInTest.extend<object, { ownShop: Shop }>({
  ownShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs
    async ({}, use) => {
      const shop = await startShop();
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ ownShop }, use) => use(ownShop.address),
});

/** A test in a shop with this identity, which only tests of the same file use. */
export function testWithIdentity(identity: ShopIdentity) {
  return ownShopTest.extend<object, { identity: undefined }>({
    identity: [
      async ({ ownShop }, use) => {
        const folder = await mkdtemp(join(tmpdir(), 'qkart-test-'));
        const file = join(folder, 'shop.json');
        await writeFile(file, JSON.stringify(identity));
        await ownShop.qkart('shop', 'import', file);
        await rm(folder, { recursive: true });
        // The server has it a moment later.
        const home = async () => (await fetch(ownShop.address)).text();
        await expect.poll(home).not.toContain('content="QKart"');
        await use(undefined);
      },
      { scope: 'worker', auto: true },
    ],
  });
}

/** Opens a page, and waits until it is hydrated. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilAlive(page);
}

export type Tone = 'default' | 'success' | 'info' | 'warning' | 'error';

/** The toast that is shown; there is at most one (R2.1). */
export function toast(page: Page) {
  return page.getByRole('region', { name: 'Notifications' }).getByRole('dialog');
}

/** Expects exactly one toast, with this message. Looks at all of it at once, because it leaves after five seconds. */
export async function expectToast(page: Page, message: string, tone?: Tone): Promise<void> {
  const shown = toast(page).filter({ visible: true });
  const expected = tone ? shown.and(page.locator(`[data-type="${tone}"]`)) : shown;
  await expect(expected).toHaveText(message);
}

/** The visible search box. There are two, one for wide screens and one for narrow ones. */
export function searchBox(page: Page) {
  return page.getByRole('combobox', { name: 'Search for items/categories' });
}

/** A card of the grid, by the product's name. */
export function card(page: Page, name: string) {
  return page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
}

/** The cart beside the products. */
export function cartPanel(page: Page) {
  return page.getByRole('region', { name: 'Cart' });
}

/** Opens the cart's sheet on a phone; from 900 px on the cart is beside the products already. */
export async function openCart(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Cart, [1-9]/ }).click();
  await expect(cartPanel(page)).toBeInViewport();
}

/** A line of the cart, or of the order's summary, by the product's name. */
export function cartLine(page: Page, name: string) {
  return page
    .getByRole('listitem')
    .filter({ hasText: name, has: page.locator('p') })
    .filter({ hasNot: page.getByRole('article') });
}

/** The number between minus and plus. */
export function stepper(line: Locator) {
  return line.getByRole('status');
}

/** The contents of local storage. */
export async function stored(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => ({ ...localStorage }));
}

/** Clicks without a pause, like clicks that were queued while the page was busy. */
export async function pressQuickly(button: Locator, times: number): Promise<void> {
  await button.evaluate((element: HTMLElement, count) => {
    for (let i = 0; i < count; i++) setTimeout(() => element.click());
  }, times);
}
