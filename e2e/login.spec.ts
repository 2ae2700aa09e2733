/**
 * Tests of login and logout that need a real browser and server: a form without script, cookies of known browsers
 * (docs/decisions/007-failed-logins.md), and what is left after a logout.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { paths } from '../contract/paths.ts';
import { field, fillIn } from './forms.ts';
import { intercept, watch } from './network.ts';
import { expect, expectToast, loggedInTest, open, stored, test } from './shop.ts';
import { demoProduct, type Shopper } from './shopper.ts';

const LOGIN = 'POST /auth/login';
const LOGOUT = 'POST /auth/logout';

async function logIn(page: Page, { username, password }: Shopper): Promise<void> {
  await open(page, '/login');
  await fillIn(page, { Username: username, Password: password });
  await page.getByRole('button', { name: 'LOGIN TO QKART' }).click();
}

test.describe('before the script runs', () => {
  test.use({ javaScriptEnabled: false });

  test('a submit sends the password nowhere', async ({ page }) => {
    const told: string[] = [];
    page.on('request', (request) => told.push(`${request.url()} ${request.postData()}`));
    for (const path of ['/login', '/register']) {
      await page.goto(path);
      await fillIn(page, { Username: 'crio-user', Password: 'correct horse' });
      await field(page, 'Password').press('Enter');
      await expect(page.getByRole('main').getByRole('button').last()).toBeDisabled();
      await expect(page.locator('form')).toHaveAttribute('method', 'post');
      // HTML allows only one of the two.
      await expect(page.locator('[disabled][aria-disabled]')).toHaveCount(0);
      await expect(field(page, 'Password')).toHaveValue('correct horse');
      await expect(page).toHaveURL(path);
    }
    expect(told.filter((text) => /correct.horse/.test(text))).toEqual([]);
  });
});

test('a browser that logged in before gets in after a logout, although others guess @core', async ({
  page,
  shopper,
}) => {
  await logIn(page, shopper);
  await page.getByRole('banner').getByRole('button', { name: 'LOGOUT' }).click();
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();

  // From the network of the browser, until nobody gets in from there who is not known.
  const guess = { username: shopper.username, password: 'wrong horse' };
  await expect
    .poll(async () => (await shopper.send(LOGIN, guess)).status, { intervals: [0] })
    .toBe(429);
  await logIn(page, shopper);
  await expectToast(page, 'Logged in successfully', 'success');
  expect(Object.keys(await stored(page)).toSorted()).toEqual(['balance', 'token', 'username']);
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

/** A page of another site, with nothing on it. */
const foreignTest = test.extend<{ foreignPage: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs
  async foreignPage({}, use) {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<title>Another site</title><link rel="icon" href="data:,">');
    });
    await once(server.listen(0, 'localhost'), 'listening');
    const { port } = server.address() as AddressInfo;
    await use(`http://localhost:${port}/`);
    server.close();
  },
});

foreignTest(
  'a page of another origin that guesses keeps nobody out',
  async ({ page, baseURL, shopper, foreignPage }) => {
    const url = `${baseURL}${paths.login}`;
    const body = JSON.stringify({ username: shopper.username, password: 'wrong horse' });
    await page.goto(foreignPage);
    const guess = () =>
      page.evaluate(
        async ([address = '', json = '']) => {
          const headers = { 'content-type': 'application/json' };
          return (await fetch(address, { method: 'POST', headers, body: json })).status;
        },
        [url, body],
      );
    await expect.poll(guess, { intervals: [0] }).toBe(429);

    await logIn(page, shopper);
    await expectToast(page, 'Logged in successfully', 'success');
  },
);

loggedInTest(
  'R3.6: LOGOUT clears all local storage, reloads and goes to /; it ends the session on the server, but does not wait for it @core',
  async ({ page, shopper }) => {
    await shopper.putInCart(demoProduct('Summit Leather High-Tops'));
    await open(page, '/checkout');
    await page.evaluate(() => localStorage.setItem('somebody-elses', 'key'));
    const calls = watch(page, LOGOUT);
    // The server gets the request, but the page never gets the reply.
    const replied = Promise.withResolvers<void>();
    await intercept(page, LOGOUT, async (route) => {
      await route.fetch();
      replied.resolve();
    });
    const documents = page.waitForRequest((request) => request.resourceType() === 'document');
    await page.getByRole('button', { name: 'LOGOUT' }).click();
    expect(new URL((await documents).url()).pathname).toBe('/');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();
    expect(await stored(page)).toEqual({});
    // A test that ends before this would fail.
    await replied.promise;
    expect((await shopper.send('GET /cart')).status).toBe(401);
    expect(calls).toHaveLength(1);
  },
);
