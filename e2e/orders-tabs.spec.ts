/** One order is placed once, even if several tabs or shoppers are involved (decisions/025). */
import type { Page } from '@playwright/test';
import { boots, HOME, headphones, PLACE, placeOrder, prepareOrder, summary } from './checkout.ts';
import { cutOff, hold, intercept, refuse, watch } from './network.ts';
import { expectUnconfirmed, loseAnswers, readyToOrder, reconnect } from './order-answers.ts';
import { expect, expectToast, loggedInTest, logInElsewhere, stored, toast } from './shop.ts';
import { newShopper, type Shopper } from './shopper.ts';

loggedInTest.beforeEach(async ({ shopper }) => prepareOrder(shopper));

/** Opens a tab with a copy of this tab's session storage, as a browser duplicates it. */
async function duplicate(page: Page, path: string): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.evaluate((address) => void window.open(address), path);
  return opened;
}

/** Logs in without leaving the page, with the requests of the login page. */
async function logIn(page: Page, { username, password }: Shopper): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'LOGIN TO QKART' }).click();
  await expect(page).toHaveURL('/');
}

loggedInTest(
  'two tabs that press PLACE ORDER at once: one order, and one message for the other @core',
  async ({ page, context, shopper }) => {
    const other = await context.newPage();
    const tabs = [page, other];
    const bothPressed = Promise.withResolvers<void>();
    let pressed = 0;
    for (const tab of tabs) {
      await readyToOrder(tab);
      await intercept(tab, PLACE, async (route) => {
        if (++pressed === tabs.length) bothPressed.resolve();
        await bothPressed.promise;
        await route.fallback();
      });
    }
    await Promise.all(tabs.map((tab) => placeOrder(tab).click()));
    const isAt = (path: string) => tabs.filter((tab) => new URL(tab.url()).pathname === path);
    await expect.poll(() => isAt('/thanks').length).toBe(1);
    const [loser] = isAt('/checkout') as [Page];
    await expect(loser.getByText('This cart is no longer there.')).toBeVisible();
    await expectToast(loser, 'Cart is empty', 'error');
    await expect(summary(loser)).toContainText('Cart is empty.');
    expect(await shopper.balance()).toBe(4722);
    for (const tab of tabs) expect((await stored(tab)).balance).toBe('4722');
  },
);

loggedInTest(
  'a tab that is duplicated while the order is unconfirmed ends with the same order',
  async ({ page, shopper }) => {
    await readyToOrder(page);
    await loseAnswers(page);
    await placeOrder(page).click();
    await expectUnconfirmed(page);
    const copy = await duplicate(page, '/checkout');
    const orderNumber = (tab: Page) => tab.getByText('Order number').textContent();
    await expect(copy).toHaveURL('/thanks');
    await reconnect(page);
    await expect(page).toHaveURL('/thanks');
    expect(await orderNumber(page)).toBe(await orderNumber(copy));
    expect(await shopper.balance()).toBe(4722);
    for (const tab of [page, copy]) expect((await stored(tab)).balance).toBe('4722');
  },
);

loggedInTest(
  'a late reply does not overwrite the balance after a later order in another tab',
  async ({ page, context, shopper }) => {
    await readyToOrder(page);
    await loseAnswers(page);
    await placeOrder(page).click();
    await expectUnconfirmed(page);
    await shopper.putInCart(headphones);
    const other = await context.newPage();
    await readyToOrder(other);
    await placeOrder(other).click();
    await expect(other).toHaveURL('/thanks');
    await reconnect(page);
    await expect(page).toHaveURL('/thanks');
    await expect(page.getByText(`2 × ${boots.name}`)).toBeVisible();
    expect(await shopper.balance()).toBe(4572.01);
    expect((await stored(page)).balance).toBe('4572.01');
  },
);

loggedInTest(
  'a press after an order in another tab orders nothing more',
  async ({ page, context, shopper }) => {
    await readyToOrder(page);
    await cutOff(page, PLACE);
    await placeOrder(page).click();
    await expectUnconfirmed(page);
    const other = await context.newPage();
    await readyToOrder(other);
    await placeOrder(other).click();
    await expect(other).toHaveURL('/thanks');
    // The cart now contains the same products again, for a later order.
    await shopper.putInCart(boots, 2);
    await reconnect(page);
    await expect(page.getByText('Your order was not placed.')).toBeVisible();
    expect(await shopper.balance()).toBe(4722);
  },
);

loggedInTest(
  'a session that ends meanwhile: the same shopper finds out after logging in again @core',
  async ({ page, shopper }) => {
    await readyToOrder(page);
    await loseAnswers(page);
    await placeOrder(page).click();
    await expectUnconfirmed(page);
    await shopper.send('POST /auth/logout');
    await reconnect(page);
    await expectToast(page, 'Your session has ended. Log in again.', 'error');
    await expect(page).toHaveURL('/');
    await logIn(page, shopper);
    await page.getByRole('link', { name: 'Check again' }).click();
    await expect(page).toHaveURL('/thanks');
    expect((await stored(page)).balance).toBe('4722');
  },
);

loggedInTest(
  'another shopper in the same tab neither sees nor sends the order',
  async ({ page, shopper, baseURL }) => {
    await readyToOrder(page);
    await cutOff(page, PLACE);
    await placeOrder(page).click();
    await expectUnconfirmed(page);
    await shopper.send('POST /auth/logout');
    await reconnect(page);
    await expect(page).toHaveURL('/');
    const someone = await newShopper(baseURL);
    await someone.putInCart(boots, 2);
    await someone.saveAddress(HOME);
    await logIn(page, someone);
    const calls = watch(page, PLACE);
    await expect(page.getByRole('link', { name: 'Check again' })).toHaveCount(0);
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(boots._id);
    await readyToOrder(page);
    expect(calls).toHaveLength(0);
    expect(await someone.balance()).toBe(5000);
  },
);

loggedInTest('LOGOUT forgets it, in every tab @core', async ({ page }) => {
  await readyToOrder(page);
  await cutOff(page, PLACE);
  await placeOrder(page).click();
  await expectUnconfirmed(page);
  const copy = await duplicate(page, '/');
  await expect(copy.getByRole('link', { name: 'Check again' })).toBeVisible();
  await page.getByRole('button', { name: 'LOGOUT' }).click();
  await expect(page).toHaveURL('/');
  for (const tab of [page, copy]) {
    await expect(tab.getByRole('button', { name: 'LOGIN' })).toBeVisible();
    expect(await tab.evaluate(() => sessionStorage.getItem('order'))).toBeNull();
  }
});

loggedInTest(
  'a reply for the previous shopper shows nothing to the next one',
  async ({ page, shopper, baseURL }) => {
    await readyToOrder(page);
    const answering = await hold(page, PLACE);
    const answered = page.waitForResponse('**/cart/checkout');
    await placeOrder(page).click();
    const someone = await newShopper(baseURL);
    await logInElsewhere(page, someone);
    answering.release();
    await (await answered).finished();
    await expect(page.getByText('Cart is empty.')).toBeVisible();
    expect((await stored(page)).balance).toBe('5000');
    expect(await shopper.balance()).toBe(4722);
    await expect(toast(page)).toHaveCount(0);
  },
);

loggedInTest('a refusal at the first press ends it', async ({ page }) => {
  await readyToOrder(page);
  await refuse(page, PLACE, 409, `${boots.name} is out of stock`);
  await placeOrder(page).click();
  await expect(page.getByText('Your order was not placed.')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('order'))).toBeNull();
});
