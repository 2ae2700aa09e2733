/** What the tests of the pages share: a logged-in shopper, a console that must stay quiet, toasts. */
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';
import { paths } from '../contract/paths.ts';

export { expect };

export interface Shopper {
  username: string;
  password: string;
  token: string;
}

const PASSWORD = 'correct horse';

/** Registers a shopper of a new name, and logs in; by API, since how that looks is another test's. */
export async function newShopper(request: APIRequestContext): Promise<Shopper> {
  const credentials = { username: `shopper-${crypto.randomUUID()}`, password: PASSWORD };
  expect((await request.post(paths.register, { data: credentials })).status()).toBe(201);
  const reply = await request.post(paths.login, { data: credentials });
  return { ...credentials, token: (await reply.json()).token };
}

/**
 * What the console may say: Chromium notes every answer from 400 up, and those are part of the
 * contract; a call that a test cuts off is one, too.
 */
const NOTED_BY_CHROMIUM = /^Failed to load resource/;

export const test = base.extend<{ quietConsole: undefined; shopper: Shopper }>({
  /** Any other error or warning fails the test, those of hydration included. */
  quietConsole: [
    async ({ page }, use) => {
      const said: string[] = [];
      page.on('pageerror', (error) => said.push(String(error)));
      page.on('console', (message) => {
        const isLoud = message.type() === 'error' || message.type() === 'warning';
        if (isLoud && !NOTED_BY_CHROMIUM.test(message.text())) said.push(message.text());
      });
      await use(undefined);
      expect(said).toEqual([]);
    },
    { auto: true },
  ],
  shopper: async ({ request }, use) => use(await newShopper(request)),
});

/** The same for a shopper who is logged in from the start. */
export const loggedInTest = test.extend({
  storageState: async ({ shopper, baseURL }, use) => {
    const localStorage = Object.entries({
      username: shopper.username,
      token: shopper.token,
      balance: '5000',
    }).map(([name, value]) => ({ name, value }));
    await use({ cookies: [], origins: [{ origin: baseURL ?? '', localStorage }] });
  },
});

/** The toast that is shown; the specification has at most one at a time. */
export function toast(page: Page) {
  return page.getByRole('region', { name: 'Notifications' }).getByRole('dialog');
}

export async function expectToast(page: Page, message: string): Promise<void> {
  await expect(toast(page).getByText(message, { exact: true })).toBeVisible();
}

/** A card of the grid, by the product's name. */
export function card(page: Page, name: string) {
  return page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
}
