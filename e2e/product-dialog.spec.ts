/** Tests of a product's dialog that need history, scroll position, scripts or the server's HTML. */

import type { Page } from '@playwright/test';
import { LIST_PAGE_SIZE } from '../contract/limits.ts';
import { untilAlive } from './alive.ts';
import { holdFiles, watch } from './network.ts';
import { cardLink, closeButton, dialogOf, openFromCard, rope } from './product-dialog.ts';
import { card, cartPanel, expect, loggedInTest, open, test } from './shop.ts';
import { demoProduct } from './shopper.ts';

const sneakers = demoProduct('Summit Leather High-Tops');
const FOOTWEAR = '/?category=Footwear&sort=price';

const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

const ways: Record<string, (page: Page) => Promise<unknown>> = {
  'its button': (page) => closeButton(page).click(),
  Escape: (page) => page.keyboard.press('Escape'),
  'a press outside': (page) => page.mouse.click(8, 8),
  'going back': (page) => page.goBack(),
};

test('its script is loaded when the page is idle; whatever closes it, list, scroll position and focus are unchanged', async ({
  page,
}) => {
  const scripts = watchDialogScripts(page);
  await page.setViewportSize({ width: 1280, height: 400 });
  await open(page, FOOTWEAR);
  await expect.poll(() => scripts).toHaveLength(1);
  // The list is not asked for again; more of the category is.
  const calls = watch(page, `GET /products?*limit=${LIST_PAGE_SIZE}*`);
  for (const [way, close] of Object.entries(ways)) {
    await test.step(way, async () => {
      await cardLink(page, sneakers).scrollIntoViewIfNeeded();
      const before = await scrollY(page);
      expect(before).toBeGreaterThan(0);
      await openFromCard(page, sneakers);
      await expect(page).toHaveURL(`${FOOTWEAR}&product=${sneakers._id}`);
      expect(await scrollY(page)).toBe(before);
      await close(page);
      await expect(dialogOf(page, sneakers)).toHaveCount(0);
      await expect(page).toHaveURL(FOOTWEAR);
      await expect(cardLink(page, sneakers)).toBeFocused();
      expect(await scrollY(page)).toBe(before);
      await expect(page).toHaveTitle('Footwear | QKart');
      // The history is unchanged, except that one can go forward.
      await page.goForward();
      await expect(dialogOf(page, sneakers)).toBeVisible();
      await page.goBack();
      await expect(dialogOf(page, sneakers)).toHaveCount(0);
    });
  }
  expect(calls).toEqual([]);
});

function watchDialogScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/product-dialog-') && request.resourceType() === 'script') {
      scripts.push(request.url());
    }
  });
  return scripts;
}

test('opened directly it is painted before its script is loaded; closing it shows the list at once @phone', async ({
  page,
}) => {
  const scripts = await holdFiles(page, '**/assets/*.js');
  await page.goto(`/?value=rope&product=${rope._id}`, { waitUntil: 'commit' });
  const dialog = dialogOf(page, rope);
  await expect(dialog).toBeVisible();
  scripts.release();
  await untilAlive(page);
  await expect(closeButton(page)).toBeFocused();
  expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
  await closeButton(page).click();
  await expect(page).toHaveURL('/?value=rope');
  await expect(dialog).toHaveCount(0);
  await expect(cardLink(page, rope)).toBeFocused();
  expect(await page.evaluate(() => history.length)).toBe(2);
});

test('after a reload one step back leads to the list; the page behind it does not scroll, and text may be selected to outside', async ({
  page,
}) => {
  await open(page, '/');
  await openFromCard(page, rope);
  await page.reload();
  await untilAlive(page);
  await expect(dialogOf(page, rope)).toBeVisible();
  const before = await scrollY(page);
  for (const [x, y] of [
    [8, 300],
    [640, 300],
  ] as const) {
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, 600);
  }
  // Wait for a frame, after which a scroll would be visible.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await scrollY(page)).toBe(before);

  await dialogOf(page, rope).getByRole('heading', { name: rope.name }).hover();
  await page.mouse.down();
  await page.mouse.move(8, 8);
  await page.mouse.up();
  await expect(dialogOf(page, rope)).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('article')).toHaveCount(LIST_PAGE_SIZE);
});

loggedInTest(
  'ADD TO CART of a dialog and of a card that are pressed before their scripts are loaded adds one, once',
  async ({ page, shopper }) => {
    const dialogScript = await holdFiles(page, '**/assets/product-dialog-*.js');
    await page.goto(`/?product=${sneakers._id}`);
    // The page behind the dialog is hydrated.
    await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' });
    await dialogOf(page, sneakers).getByRole('button', { name: 'ADD TO CART' }).click();
    dialogScript.release();
    await expect(dialogOf(page, sneakers).getByText('1 in your cart')).toBeVisible();

    const scripts = await holdFiles(page, '**/assets/*.js');
    await page.goto('/', { waitUntil: 'commit' });
    await card(page, rope.name).getByRole('button').click();
    scripts.release();
    await expect(cartPanel(page).getByText(rope.name)).toBeVisible();
    await untilAlive(page);
    await expect(page.getByRole('region', { name: 'Notifications' })).toHaveText('');
    const quantities = (await shopper.cart()).map(({ productId, qty }) => [productId, qty]);
    expect(quantities).toEqual([
      [sneakers._id, 1],
      [rope._id, 1],
    ]);
  },
);

test('Escape closes the dialog also while the scripts are still loading', async ({ page }) => {
  await page.route('**/assets/*.js', () => {});
  await page.goto(`/?product=${sneakers._id}`, { waitUntil: 'commit' });
  await expect(dialogOf(page, sneakers)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, mayFail: /404/ });

  test('the link of a card leads to a page that can be read, and back; an unknown product leads to all', async ({
    page,
  }) => {
    await page.goto('/?category=Footwear');
    await cardLink(page, sneakers).click();
    await expect(page).toHaveURL(`/?category=Footwear&product=${sneakers._id}`);
    const dialog = dialogOf(page, sneakers);
    await expect(dialog.getByRole('heading', { name: sneakers.name })).toBeVisible();
    // Without script the dialog is a part of the page and covers nothing.
    await expect(card(page, sneakers.name)).toBeVisible();
    const box = await dialog.boundingBox();
    const below = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    await closeButton(page).click();
    await expect(page).toHaveURL('/?category=Footwear');
    await expect(dialog).toHaveCount(0);

    await page.goto('/?product=nothing&value=rope');
    await page.getByRole('button', { name: 'All products' }).click();
    await expect(page).toHaveURL('/');
  });
});
