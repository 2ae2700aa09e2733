/** What failed logins of others do to a shopper: nothing (docs/decisions/007-failed-logins.md). */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { paths } from '../contract/paths.ts';
import { fillIn } from './forms.ts';
import { expect, expectToast, open, stored, test } from './shop.ts';
import type { Shopper } from './shopper.ts';

const LOGIN = 'POST /auth/login';

async function logIn(page: Page, { username, password }: Shopper): Promise<void> {
  await open(page, '/login');
  await fillIn(page, { Username: username, Password: password });
  await page.getByRole('button', { name: 'LOGIN TO QKART' }).click();
}

/** From the network of the browser. @returns once nobody gets in from there who is not known */
async function guessTooOften({ username, send }: Shopper): Promise<void> {
  const guess = () => send(LOGIN, { username, password: 'wrong horse' });
  await expect.poll(async () => (await guess()).status, { intervals: [0] }).toBe(429);
}

test('a browser that logged in before gets in after a logout, although others guess @core', async ({
  page,
  shopper,
}) => {
  await logIn(page, shopper);
  await page.getByRole('banner').getByRole('button', { name: 'LOGOUT' }).click();
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();
  expect(await stored(page)).toEqual({});

  await guessTooOften(shopper);
  await logIn(page, shopper);
  await expectToast(page, 'Logged in successfully', 'success');
  expect(Object.keys(await stored(page)).toSorted()).toEqual(['balance', 'token', 'username']);
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

test('a browser that did not is asked to try again later', async ({ page, shopper }) => {
  await guessTooOften(shopper);
  await logIn(page, shopper);
  await expectToast(page, 'Too many failed logins. Try again later.', 'error');
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
