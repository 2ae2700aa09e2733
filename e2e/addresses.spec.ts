/** The shipping section of the checkout (spec 2, spec 4, spec 8). */
import type { Page } from '@playwright/test';
import { address, boots, CHECK, HOME, prepareOrder, selectAddress } from './checkout.ts';
import { cutOff, refuse, watch } from './network.ts';
import { expect, expectToast, loggedInTest, open, pressQuickly } from './shop.ts';

const ADD = 'POST /user/addresses';
const NONE = 'No addresses found for this account. Please add one to proceed';
const input = (page: Page) => page.getByPlaceholder('Enter your complete address');
const opener = (page: Page) => page.getByRole('button', { name: 'Add new address' });
const addButton = (page: Page) => page.getByRole('button', { name: 'Add', exact: true });
const addresses = (page: Page) => page.getByRole('radio');

loggedInTest.beforeEach(async ({ shopper }) => shopper.putInCart(boots, 2));

loggedInTest(`spec 2, checkout: with no address '${NONE}'`, async ({ page }) => {
  await open(page, '/checkout');
  await expect(page.getByText(NONE, { exact: true })).toBeVisible();
  await expect(addresses(page)).toHaveCount(0);
});

loggedInTest(
  "spec 2, checkout: 'Add new address' opens a multiline input with Add and Cancel",
  async ({ page }) => {
    await open(page, '/checkout');
    await expect(input(page)).toHaveCount(0);
    await opener(page).click();
    await expect(input(page)).toBeVisible();
    expect(await input(page).evaluate((element) => element.tagName)).toBe('TEXTAREA');
    await expect(input(page)).toBeFocused();
    await expect(opener(page)).toHaveCount(0);
    await input(page).fill('Somewhere else');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(input(page)).toHaveCount(0);
    await opener(page).click();
    await expect(input(page)).toHaveValue('');
  },
);

loggedInTest(
  'spec 4: a successful add replaces the list by the reply; the input is cleared and closed @phone @core',
  async ({ page, shopper }) => {
    await open(page, '/checkout');
    await opener(page).click();
    // Another tab saves an address meanwhile. Only the reply contains it.
    await expect(page.getByText(NONE)).toBeVisible();
    await shopper.saveAddress(HOME);
    await input(page).fill('1 Lane\nFarm House');
    const calls = watch(page, ADD);
    await addButton(page).click();
    await expect(addresses(page)).toHaveCount(2);
    await expect(page.getByText('Farm House')).toBeVisible();
    await expect(page.getByText(HOME)).toBeVisible();
    await expect(input(page)).toHaveCount(0);
    expect(calls.map((request) => request.postDataJSON())).toEqual([
      { address: '1 Lane\nFarm House' },
    ]);
    await opener(page).click();
    await expect(input(page)).toHaveValue('');
  },
);

loggedInTest(
  'spec 5: an empty address is sent; the server’s message is shown, list and input stay',
  async ({ page, shopper }) => {
    await shopper.saveAddress(HOME);
    const calls = watch(page, ADD);
    await open(page, '/checkout');
    await opener(page).click();
    await addButton(page).click();
    await expectToast(page, 'Address must not be empty', 'error');
    expect(calls.map((request) => request.postDataJSON())).toEqual([{ address: '' }]);
    await expect(input(page)).toBeVisible();
    await expect(addresses(page)).toHaveCount(1);
  },
);

loggedInTest(
  "spec 8, address add: the server’s message, else 'Could not add this address. …'; what was typed stays",
  async ({ page }) => {
    await open(page, '/checkout');
    await opener(page).click();
    await input(page).fill('x'.repeat(501));
    await addButton(page).click();
    await expectToast(page, 'Address must be at most 500 characters', 'error');
    await expect(input(page)).toHaveValue('x'.repeat(501));
    await cutOff(page, ADD);
    await addButton(page).click();
    await expectToast(page, `Could not add this address. ${CHECK}`, 'error');
    await expect(input(page)).toHaveValue('x'.repeat(501));
  },
);

loggedInTest('two quick presses of Add save one address @core', async ({ page, shopper }) => {
  await open(page, '/checkout');
  await opener(page).click();
  await input(page).fill(HOME);
  await pressQuickly(addButton(page), 2);
  await expect(addresses(page)).toHaveCount(1);
  expect(await shopper.send('GET /user/addresses').then((reply) => reply.json())).toHaveLength(1);
});

loggedInTest(
  'spec 2, checkout: a click selects an address, and only that one @phone',
  async ({ page, shopper }) => {
    await prepareOrder(shopper);
    await shopper.saveAddress('The Office, 3rd floor');
    await open(page, '/checkout');
    await expect(addresses(page)).toHaveCount(2);
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await selectAddress(page, HOME);
    await selectAddress(page, 'The Office, 3rd floor');
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);
    const colours = await addresses(page).evaluateAll((radios) =>
      radios.map(
        (radio) => radio.parentElement && getComputedStyle(radio.parentElement).borderColor,
      ),
    );
    // The selected card is highlighted.
    expect(colours[0]).not.toBe(colours[1]);
  },
);

loggedInTest(
  'spec 2, checkout: each address has a Delete button @core',
  async ({ page, shopper }) => {
    await shopper.saveAddress(HOME);
    await shopper.saveAddress('The Office');
    await open(page, '/checkout');
    await selectAddress(page, HOME);
    await page.getByRole('button', { name: 'Delete address The Office' }).click();
    await expect(address(page, 'The Office')).toHaveCount(0);
    await expect(address(page, HOME)).toBeChecked();
  },
);

loggedInTest(
  'known defects: deleting the selected address selects nothing',
  async ({ page, shopper }) => {
    await shopper.saveAddress(HOME);
    await shopper.saveAddress('The Office');
    await open(page, '/checkout');
    await selectAddress(page, HOME);
    await page.getByRole('button', { name: `Delete address ${HOME}` }).click();
    await expect(addresses(page)).toHaveCount(1);
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'PLACE ORDER' }).click();
    await expectToast(page, 'select one shipping address');
  },
);

loggedInTest(
  "spec 8, address delete: the server’s message, else 'Could not delete this address. …'; the list stays",
  async ({ page, shopper }) => {
    await shopper.saveAddress(HOME);
    await refuse(page, 'DELETE /user/addresses/*', 404, 'Address does not exist');
    await open(page, '/checkout');
    await page.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Address does not exist', 'error');
    await page.unrouteAll();
    await cutOff(page, 'DELETE /user/addresses/*');
    await page.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, `Could not delete this address. ${CHECK}`, 'error');
    await expect(addresses(page)).toHaveCount(1);
  },
);

loggedInTest(
  "spec 8, addresses: whatever fails, 'Could not fetch addresses. …'",
  async ({ page }) => {
    for (const fail of [
      () => cutOff(page, 'GET /user/addresses'),
      () => refuse(page, 'GET /user/addresses', 400, 'Not today.'),
    ]) {
      await page.unrouteAll();
      await fail();
      await open(page, '/checkout');
      await expectToast(page, `Could not fetch addresses. ${CHECK}`, 'error');
    }
  },
);

loggedInTest('Escape while text is being composed keeps the draft', async ({ page }) => {
  await open(page, '/checkout');
  await opener(page).click();
  await input(page).fill('Kyoto');
  await input(page).dispatchEvent('keydown', { key: 'Escape', isComposing: true });
  await expect(input(page)).toHaveValue('Kyoto');
  await input(page).press('Escape');
  await expect(input(page)).toHaveCount(0);
});
