/** A passkey from adding to logging in, with Chromium's virtual authenticator. */
import AxeBuilder from '@axe-core/playwright';
import type { CDPSession, Page } from '@playwright/test';
import { freePort } from '../scripts/postgres.ts';
import { fillIn } from './forms.ts';
import { type Shop, startShop } from './serve.ts';
import { test as base, expect, expectToast, open, toast } from './shop.ts';

/** A shop with a host name, because passkeys belong to one. On localhost a browser needs no TLS for them. */
const test = base.extend<object, { namedShop: Shop & { home: string } }>({
  namedShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs
    async ({}, use) => {
      const port = await freePort();
      const home = `http://localhost:${port}`;
      const shop = await startShop({ PORT: String(port), PUBLIC_URL: home });
      await use({ ...shop, home });
      await shop.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ namedShop }, use) => use(namedShop.home),
});

/** A device like a phone, which verifies its user and keeps passkeys. */
async function plugIn(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

test('a shopper adds a passkey, logs in with it by the keyboard alone, and removes it', async ({
  page,
  shopper,
}) => {
  await plugIn(page);
  await open(page, '/login');
  await fillIn(page, { Username: shopper.username, Password: shopper.password });
  await page.getByRole('button', { name: 'LOGIN TO QKART' }).click();
  await expectToast(page, 'Logged in successfully', 'success');

  await open(page, '/account');
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByLabel('Name of the passkey').fill('My phone');
  await passkeys.getByLabel('Password of your account', { exact: true }).fill(shopper.password);
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expectToast(page, 'Passkey added. You can log in with it from now on.', 'success');
  await expect(passkeys.getByRole('listitem')).toContainText('My phone');
  const logins = page.getByRole('region', { name: 'Recent logins' });
  await expect(logins.getByText('Passkey added')).toBeVisible();
  // A toast has states of its own in accessibility.spec.ts.
  await expect(toast(page)).toHaveCount(0);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await page.getByRole('button', { name: 'LOGOUT' }).click();
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();
  await open(page, '/login');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: 'LOGIN TO QKART' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Logged in successfully', 'success');
  await expect(page).toHaveURL('/');
  await expect(page.getByText(shopper.username)).toBeVisible();

  await open(page, '/account');
  await expect(passkeys.getByRole('listitem')).toContainText('Last used');
  await passkeys.getByRole('button', { name: 'Remove' }).click();
  await page.getByLabel('Your password', { exact: true }).fill(shopper.password);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: 'Remove the passkey' }).click();
  await expectToast(page, 'Passkey removed.', 'success');
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);
});

test('without a passkey the button says so, and the password still works', async ({
  page,
  shopper,
}) => {
  const session = await plugIn(page);
  await open(page, '/login');
  // No passkey at all: the browser finds none, as if the shopper had cancelled.
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expectToast(page, 'No passkey was used.', 'error');
  await session.detach();
  await fillIn(page, { Username: shopper.username, Password: shopper.password });
  await page.getByRole('button', { name: 'LOGIN TO QKART' }).click();
  await expectToast(page, 'Logged in successfully', 'success');
});

test('a browser without passkeys shows no button', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await open(page, '/login');
  await expect(page.getByRole('button', { name: 'LOGIN TO QKART' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toHaveCount(0);
});
