/** Opening, using and closing a product's dialog (decisions, addresses that are not in the specification). */
import type { Page } from '@playwright/test';
import { untilAlive } from './alive.ts';
import { importProducts } from './feed.ts';
import { hold, holdFiles, watch } from './network.ts';
import { cardLink, closeButton, dialogOf, kite, openFromCard } from './product-dialog.ts';
import {
  card,
  cartLine,
  cartPanel,
  expect,
  expectToast,
  loggedInTest,
  open,
  ownShopTest,
  pressQuickly,
  test,
  toast,
} from './shop.ts';
import { demoProduct } from './shopper.ts';

const boots = demoProduct('Summit Hiking Boots');
const KITE = `/?product=${kite._id}`;

const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Presses beside the dialog. */
const clickOutside = (page: Page) => page.mouse.click(8, 8);

test('the name of a card leads to its product, in a dialog over the list @phone', async ({
  page,
}) => {
  await open(page, '/');
  await openFromCard(page, kite);
  await expect(page).toHaveURL(KITE);
  await expect(page).toHaveTitle(`${kite.name} | QKart`);
  const dialog = dialogOf(page, kite);
  await expect(dialog.getByRole('heading', { name: kite.name })).toBeVisible();
  await expect(dialog).toContainText(kite.category);
  await expect(dialog.getByText(`$${kite.cost}`, { exact: true })).toBeVisible();
  await expect(dialog.getByRole('img', { name: `${kite.rating} out of 5 stars` })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'ADD TO CART' })).toHaveText('ADD TO CART');
  const picture = dialog.locator('img');
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(256);
});

test('the picture of a card leads there, too', async ({ page }) => {
  await open(page, '/');
  await card(page, kite.name).locator('img').click();
  await expect(dialogOf(page, kite)).toBeVisible();
});

for (const [way, leave] of [
  ['its button', (page: Page) => closeButton(page).click()],
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ['a press outside', clickOutside],
  ['going back', (page: Page) => page.goBack()],
] as const) {
  test(`${way} closes it: list, scroll position and focus are unchanged`, async ({ page }) => {
    await open(page, '/?category=Footwear&sort=price');
    await page.setViewportSize({ width: 1280, height: 400 });
    await cardLink(page, boots).scrollIntoViewIfNeeded();
    const before = await scrollY(page);
    expect(before).toBeGreaterThan(0);
    const calls = watch(page, 'GET /products*');
    await openFromCard(page, boots);
    await expect(page).toHaveURL(`/?category=Footwear&sort=price&product=${boots._id}`);
    await leave(page);
    await expect(dialogOf(page, boots)).toHaveCount(0);
    await expect(page).toHaveURL('/?category=Footwear&sort=price');
    await expect(cardLink(page, boots)).toBeFocused();
    expect(await scrollY(page)).toBe(before);
    await expect(page).toHaveTitle('QKart: trending items with fast delivery');
    expect(calls).toEqual([]);
    // The history is unchanged, except that one can go forward.
    await page.goForward();
    await expect(dialogOf(page, boots)).toBeVisible();
  });
}

test('text may be selected from inside to outside', async ({ page }) => {
  await open(page, KITE);
  await dialogOf(page, kite).getByRole('heading').hover();
  await page.mouse.down();
  await page.mouse.move(8, 8);
  await page.mouse.up();
  await expect(dialogOf(page, kite)).toBeVisible();
});

test('two quick presses open one dialog', async ({ page }) => {
  await open(page, '/');
  await pressQuickly(cardLink(page, kite), 2);
  await expect(dialogOf(page, kite)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('a link with Ctrl is left to the browser, which opens another tab', async ({ page }) => {
  await open(page, '/');
  // Prevent the new tab, because Chromium's headless shell may never finish loading it in the background.
  const isLeft = page.evaluate(
    () =>
      new Promise((resolve) => {
        window.addEventListener('click', (event) => {
          resolve(!event.defaultPrevented);
          event.preventDefault();
        });
      }),
  );
  await cardLink(page, kite).click({ modifiers: ['ControlOrMeta'] });
  expect(await isLeft).toBe(true);
  await expect(cardLink(page, kite)).toHaveAttribute('href', KITE);
  await expect(page).toHaveURL('/');
  await expect(dialogOf(page, kite)).toHaveCount(0);
});

test('the page does not scroll behind it', async ({ page }) => {
  await open(page, '/');
  await openFromCard(page, kite);
  const before = await scrollY(page);
  await page.mouse.move(8, 300);
  await page.mouse.wheel(0, 600);
  await page.mouse.move(640, 300);
  await page.mouse.wheel(0, 600);
  // Wait for a frame, after which a scroll would be visible.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await scrollY(page)).toBe(before);
});

test.describe('opened directly', () => {
  test('it is shown, and closing it shows the list at once @phone', async ({ page }) => {
    const response = await page.goto(`/?value=kite&product=${kite._id}`);
    expect(response?.status()).toBe(200);
    await expect(dialogOf(page, kite)).toBeVisible();
    await untilAlive(page);
    await closeButton(page).click();
    await expect(page).toHaveURL('/?value=kite');
    await expect(dialogOf(page, kite)).toHaveCount(0);
    await expect(cardLink(page, kite)).toBeFocused();
    expect(await page.evaluate(() => history.length)).toBe(2);
  });

  test('it is modal once the page is hydrated', async ({ page }) => {
    await open(page, KITE);
    await expect(closeButton(page)).toBeFocused();
    expect(await dialogOf(page, kite).evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  });

  test('it survives a reload, and one step back still leads to the list', async ({ page }) => {
    await open(page, '/');
    await openFromCard(page, kite);
    await page.reload();
    await untilAlive(page);
    await expect(dialogOf(page, kite)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('article')).toHaveCount(60);
  });

  test('it is painted before its script is loaded, and can be closed without it', async ({
    page,
  }) => {
    const scripts = await holdFiles(page, '**/assets/*.js');
    await page.goto(KITE, { waitUntil: 'commit' });
    await expect(dialogOf(page, kite)).toBeVisible();
    scripts.release();
    await untilAlive(page);
  });
});

test('its script is loaded when the pointer or the focus reaches the grid', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  const isDialog = (path: string) => path.includes('/product-dialog-');
  await open(page, '/');
  expect(scripts.filter(isDialog)).toEqual([]);
  await cardLink(page, kite).hover();
  await expect.poll(() => scripts.filter(isDialog)).toHaveLength(1);
});

test.describe('with a script that is gone', () => {
  test.use({ mayFail: /product-dialog-/ });

  test('the link leads to the page of the server', async ({ page }) => {
    await page.route('**/assets/product-dialog-*.js', (route) => route.abort());
    await open(page, '/');
    await cardLink(page, kite).evaluate(() =>
      addEventListener('beforeunload', () => sessionStorage.setItem('left', 'yes')),
    );
    await cardLink(page, kite).click();
    await expect(page).toHaveURL(KITE);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('left'))).toBe('yes');
  });
});

test('a visitor who adds is told to log in, above the dialog, and can dismiss that', async ({
  page,
}) => {
  const calls = watch(page, 'POST /cart');
  await open(page, KITE);
  await dialogOf(page, kite).getByRole('button', { name: 'ADD TO CART' }).click();
  await expectToast(page, 'Log in to add an item to the cart', 'warning');
  await toast(page).hover();
  await toast(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast(page)).toHaveCount(0);
  await expect(dialogOf(page, kite)).toBeVisible();
  expect(calls).toEqual([]);
});

test('a toast that is shown stays when the dialog is closed', async ({ page }) => {
  await open(page, '/');
  await openFromCard(page, kite);
  await dialogOf(page, kite).getByRole('button', { name: 'ADD TO CART' }).click();
  await expectToast(page, 'Log in to add an item to the cart', 'warning');
  await closeButton(page).click();
  await expectToast(page, 'Log in to add an item to the cart', 'warning');
});

loggedInTest(
  'a logged-in shopper adds it to the cart as from a card @phone @core',
  async ({ page, shopper }) => {
    const calls = watch(page, 'POST /cart');
    await open(page, '/');
    await expect(cartPanel(page)).toBeVisible();
    const answering = await hold(page, 'POST /cart');
    await openFromCard(page, kite);
    const button = dialogOf(page, kite).getByRole('button', { name: kite.name });
    await button.click();
    await expect(button).toHaveText('ADDING…');
    await button.click({ force: true });
    answering.release();
    await expect(button).toHaveText('ADDED');
    await expect(button).toHaveText('ADD TO CART');
    expect(calls.map((request) => request.postDataJSON())).toEqual([
      { productId: kite._id, qty: 1 },
    ]);
    await button.click();
    await expectToast(
      page,
      'Item already in cart. use the cart sidebar to update quantity or remove item',
      'warning',
    );
    await closeButton(page).click();
    await expect(cartLine(page, kite.name)).toBeVisible();
    expect(await shopper.cart()).toEqual([{ productId: kite._id, qty: 1 }]);
  },
);

test('it is opened, used and closed by keyboard alone', async ({ page }) => {
  await open(page, '/');
  await cardLink(page, boots).focus();
  await page.keyboard.press('Enter');
  await expect(closeButton(page)).toBeFocused();
  await page.keyboard.press('Tab');
  const button = dialogOf(page, boots).getByRole('button', { name: 'ADD TO CART' });
  await expect(button).toBeFocused();
  // Tab reaches nothing behind the dialog.
  const isOutside = () =>
    page.evaluate(() => document.activeElement?.closest('header, article, footer') !== null);
  for (let stop = 0; stop < 5; stop++) {
    await page.keyboard.press('Tab');
    expect(await isOutside()).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(cardLink(page, boots)).toBeFocused();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the link of a card leads to a page that can be read, and back', async ({ page }) => {
    await page.goto('/?category=Footwear');
    await cardLink(page, boots).click();
    await expect(page).toHaveURL(`/?category=Footwear&product=${boots._id}`);
    const dialog = dialogOf(page, boots);
    await expect(dialog.getByRole('heading', { name: boots.name })).toBeVisible();
    // Without script the dialog is a part of the page and covers nothing.
    await expect(card(page, boots.name)).toBeVisible();
    const box = await dialog.boundingBox();
    const below = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    await closeButton(page).click();
    await expect(page).toHaveURL('/?category=Footwear');
    await expect(dialog).toHaveCount(0);
  });

  test.describe('an unknown product', () => {
    test.use({ mayFail: /404/ });

    test('leads to all products', async ({ page }) => {
      const response = await page.goto('/?product=nothing&value=kite');
      expect(response?.status()).toBe(404);
      await page.getByRole('button', { name: 'All products' }).click();
      await expect(page).toHaveURL('/');
    });
  });
});

ownShopTest('the loaded pages of the list stay loaded', async ({ page, ownShop }) => {
  const stools = Array.from({ length: 150 }, (_, i) => ({
    _id: `ash-stool-${i}`,
    name: `Ash Stool ${i}`,
    // No other test uses this category: other files sell in the same shop.
    category: 'Stools',
    cost: 48,
    rating: 4.5,
    image: '/pictures/1f3a7.webp',
  }));
  await importProducts(ownShop, stools);
  await open(page, '/?category=Stools');
  await page.getByRole('button', { name: 'Show more products' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('article')).toHaveCount(150);
  const last = { name: 'Ash Stool 149' };
  await cardLink(page, last).scrollIntoViewIfNeeded();
  await expect(cardLink(page, last)).toBeInViewport();
  const before = await scrollY(page);
  await cardLink(page, last).click();
  await expect(dialogOf(page, last)).toBeVisible();
  await page.goBack();
  await expect(dialogOf(page, last)).toHaveCount(0);
  await expect(page.getByRole('article')).toHaveCount(150);
  expect(await scrollY(page)).toBe(before);
  await expect(cardLink(page, last)).toBeFocused();
});
