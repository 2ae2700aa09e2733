/** Every action works by keyboard alone, and the focus is always visible. */
import type { Page } from '@playwright/test';
import { untilAlive } from './alive.ts';
import { hold } from './network.ts';
import { cartPanel, expect, loggedInTest, open, searchBox, test } from './shop.ts';
import { demoProduct } from './shopper.ts';

/** Far more Tab stops than any test here needs. */
const STOPS_MAX = 60;

/** Presses Tab until the control of that name has the focus. Expects a visible focus at every stop. */
async function tabTo(
  page: Page,
  role: 'button' | 'textbox' | 'radio' | 'link' | 'combobox',
  name: string | RegExp,
) {
  const wanted = page.getByRole(role, { name, exact: true }).first();
  for (let stop = 0; stop < STOPS_MAX; stop++) {
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => {
      const style = document.activeElement && getComputedStyle(document.activeElement);
      return `${style?.outlineStyle} ${style?.outlineWidth}`;
    });
    expect(outline).toBe('solid 3px');
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`No way by Tab to ${name}`);
}

test('look: an order is placed by keyboard alone, from landing to thanks', async ({ page }) => {
  const username = `keyboard-${crypto.randomUUID()}`;
  await open(page, '/');
  await tabTo(page, 'button', 'REGISTER');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Register' })).toBeFocused();
  await tabTo(page, 'textbox', 'Username');
  await page.keyboard.type(username);
  await tabTo(page, 'textbox', 'Password');
  await page.keyboard.type('correct horse');
  await tabTo(page, 'textbox', 'Confirm Password');
  await page.keyboard.type('correct horse');
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  // The name is known.
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(username);
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused();
  await page.keyboard.type('correct horse');
  await page.keyboard.press('Enter');

  await expect(cartPanel(page)).toBeVisible();
  await tabTo(page, 'button', 'ADD TO CART Sunny Cactus in Terracotta');
  await page.keyboard.press('Space');
  await expect(cartPanel(page).getByText('Sunny Cactus in Terracotta')).toBeVisible();
  await searchBox(page).focus();
  await page.keyboard.type('bonsai');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(1);
  await tabTo(page, 'button', 'Increase quantity of Sunny Cactus in Terracotta');
  await page.keyboard.press('Enter');
  await expect(cartPanel(page)).toContainText('Order total$109.90');
  await tabTo(page, 'button', 'Checkout');
  await page.keyboard.press('Space');

  await expect(page.getByText('No addresses found')).toBeVisible();
  await tabTo(page, 'button', 'Add new address');
  await page.keyboard.press('Enter');
  await page.keyboard.type('12 Harbour Road');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Add new address' })).toBeFocused();
  await expect(page.getByRole('radio')).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Space');
  await expect(page.getByRole('radio')).toBeChecked();
  await tabTo(page, 'button', 'PLACE ORDER');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: "Yay! It's ordered" })).toBeVisible();
  await tabTo(page, 'button', 'Continue Shopping');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('look: products are found and narrowed by keyboard alone, past the header', async ({
  page,
}) => {
  // Results would close the list of suggestions.
  await hold(page, 'GET /products/search?value=furni');
  await open(page, '/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await searchBox(page).focus();
  await page.keyboard.type('furni');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(searchBox(page)).toHaveValue('');
  // If the text is cleared before it is searched, the address is still that of the skip link.
  await expect(page).toHaveURL(({ pathname, search }) => pathname === '/' && search === '');
  await tabTo(page, 'link', /^Accessories/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?category=Accessories');
  await tabTo(page, 'button', 'Filters 1 set');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  await tabTo(page, 'radio', /^Accessories/);
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: 'Sports & Outdoors' })).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await tabTo(page, 'textbox', /^Highest price/);
  await page.keyboard.type('100');
  await tabTo(page, 'radio', 'Any rating');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?category=Accessories&maxCost=100&minRating=4');
  await expect(page.getByRole('button', { name: 'Filters 3 set' })).toBeFocused();
  await tabTo(page, 'combobox', 'Sort by');
  await tabTo(page, 'link', 'Remove Up to $100');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?category=Accessories&minRating=4');
  await tabTo(page, 'button', 'Clear all');
});

loggedInTest(
  'look: the draft of an address survives a reload, but not a logout',
  async ({ page, shopper }) => {
    await shopper.putInCart(demoProduct('Tangerine Jump Rope'));
    await open(page, '/checkout');
    await page.getByRole('button', { name: 'Add new address' }).click();
    await page.getByPlaceholder('Enter your complete address').fill('12 Harbour');
    await page.reload();
    await untilAlive(page);
    await expect(page.getByPlaceholder('Enter your complete address')).toHaveValue('12 Harbour');
    await page.getByRole('button', { name: 'LOGOUT' }).click();
    await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();
    expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain('draft-address');
  },
);
