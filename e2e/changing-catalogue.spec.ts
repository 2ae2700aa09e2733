/** A catalogue that changes while people shop. These tests use a shop of their own. */
import type { Route } from '@playwright/test';
import { HOME, PLACE, placeOrder, selectAddress, summary } from './checkout.ts';
import { importProducts } from './feed.ts';
import { hold, intercept, refuse, watch } from './network.ts';
import {
  card,
  cartLine,
  cartPanel,
  expect,
  expectToast,
  open,
  ownShopTest,
  searchBox,
} from './shop.ts';

// All tests of this file share one shop.
ownShopTest.describe.configure({ mode: 'default' });

const NEXT_PAGE = 'GET /products?*cursor=*';

const product = (id: string, more: object = {}) => ({
  _id: id,
  name: `Oak Shelf ${id}`,
  category: 'Furniture',
  cost: 10,
  rating: 4,
  image: '/pictures/1f3a7.webp',
  ...more,
});

/** Three pages of products. */
const stools = Array.from({ length: 250 }, (_, i) =>
  product(`stool-${i}`, { name: `Elm Stool ${i}` }),
);

ownShopTest(
  'decisions, joining the cart: a product that is gone counts nothing, and keeps checkout from being placed',
  async ({ page, shopper, ownShop }) => {
    await importProducts(ownShop, [product('gone'), product('kept')]);
    await shopper.putInCart({ _id: 'gone' }, 3);
    await shopper.putInCart({ _id: 'kept' });
    await shopper.saveAddress(HOME);
    await ownShop.qkart('catalogue', 'remove', 'gone');

    await open(page, '/');
    const line = cartLine(page, 'No longer available');
    await expect(line).toBeVisible();
    await expect(line.getByRole('button')).toHaveText(['Remove']);
    await expect(cartPanel(page)).toContainText('Order total$10');
    await cartPanel(page).getByRole('button', { name: 'Checkout' }).click();
    await expect(summary(page)).toContainText('No longer available');
    await expect(summary(page).locator('dd').first()).toHaveText('1');
    const calls = watch(page, PLACE);
    await selectAddress(page, HOME);
    await placeOrder(page).click();
    await expectToast(
      page,
      'A product in your cart is no longer available. Remove it and try again.',
      'warning',
    );
    expect(calls).toEqual([]);

    await page.goBack();
    await cartLine(page, 'No longer available').getByRole('button', { name: 'Remove' }).click();
    await expect(line).toHaveCount(0);
    await expect.poll(() => shopper.cart()).toEqual([{ productId: 'kept', qty: 1 }]);
    await cartPanel(page).getByRole('button', { name: 'Checkout' }).click();
    await selectAddress(page, HOME);
    await placeOrder(page).click();
    await expect(page).toHaveURL('/thanks');
  },
);

ownShopTest(
  'decisions, wire contract: changed prices refuse the order, and are what is shown then',
  async ({ page, shopper, ownShop }) => {
    await importProducts(ownShop, [product('dearer')]);
    await shopper.putInCart({ _id: 'dearer' }, 2);
    await shopper.saveAddress(HOME);
    await open(page, '/checkout');
    await selectAddress(page, HOME);
    await expect(summary(page)).toContainText('$20');
    await importProducts(ownShop, [product('dearer', { cost: 12.5 })]);
    await placeOrder(page).click();
    await expectToast(page, 'Prices have changed. Check your cart and try again.', 'error');
    await expect(page.getByText('Pay $25 of available $5000')).toBeVisible();
    await expect(summary(page)).toContainText('$25');
    await placeOrder(page).click();
    await expect(page).toHaveURL('/thanks');
    expect(await shopper.balance()).toBe(4975);
  },
);

ownShopTest(
  'decisions, wire contract: what is out of stock is refused by name',
  async ({ page, shopper, ownShop }) => {
    await importProducts(ownShop, [product('rare', { stock: 1 })]);
    await shopper.putInCart({ _id: 'rare' }, 2);
    await shopper.saveAddress(HOME);
    await open(page, '/checkout');
    await selectAddress(page, HOME);
    await placeOrder(page).click();
    await expectToast(page, 'Only 1 of Oak Shelf rare left', 'error');
    await expect(page).toHaveURL('/checkout');
  },
);

ownShopTest(
  'a catalogue longer than a page loads more near the end, every product exactly once',
  async ({ page, shopper, ownShop }) => {
    await importProducts(ownShop, stools);
    await shopper.putInCart({ _id: 'stool-249' }, 2);
    const calls = watch(page, NEXT_PAGE);
    await open(page, '/');
    // This product is far beyond the first page, but in the cart.
    await expect(cartLine(page, 'Elm Stool 249')).toContainText('$10');
    await expect(cartPanel(page)).toContainText('Order total$20');

    await expect(page.getByRole('article')).toHaveCount(100);
    expect(calls).toEqual([]);
    await expect(async () => {
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await expect(card(page, 'Elm Stool 249')).toHaveCount(1, { timeout: 500 });
    }).toPass();
    const names = await page.getByRole('article').getByRole('heading').allTextContents();
    expect(names.length).toBeGreaterThanOrEqual(310);
    expect(new Set(names).size).toBe(names.length);
    await expect(page.getByRole('button', { name: 'Show more products' })).toHaveCount(0);
  },
);

/** Replies with the first page, whose first product now has another name. */
async function renameFirst(route: Route): Promise<void> {
  const response = await route.fetch();
  const [first, ...rest] = await response.json();
  await route.fulfill({ response, json: [{ ...first, name: 'By Another Name' }, ...rest] });
}

ownShopTest(
  'an old first page is refetched even if a further page is loaded meanwhile',
  async ({ page, ownShop }) => {
    await importProducts(ownShop, stools);
    // Playwright calls the handler that was added last first. It waits, and then falls back to the other.
    await intercept(page, 'GET /products', renameFirst);
    const answering = await hold(page, 'GET /products');
    await open(page, '/');
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Show more products' }).click();
    answering.release();
    await expect(card(page, 'By Another Name')).toBeAttached();
    await expect(page.getByRole('article')).toHaveCount(200);
    await expect(card(page, 'By Another Name')).toBeAttached();
  },
);

ownShopTest(
  'a further page that fails shows one toast, and its button retries it',
  async ({ page, ownShop }) => {
    await importProducts(ownShop, stools);
    const calls = watch(page, NEXT_PAGE);
    await refuse(page, NEXT_PAGE, 500, 'Something went wrong on our side.');
    await open(page, '/');
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expectToast(
      page,
      'Something went wrong. Check that the backend is running, reachable and returns valid JSON.',
      'error',
    );
    const more = page.getByRole('button', { name: 'Show more products' });
    await expect(more).toBeEnabled();
    await page.unrouteAll();
    await more.scrollIntoViewIfNeeded();
    await expect(page.getByRole('article')).toHaveCount(100);
    expect(calls).toHaveLength(1);
    await more.click();
    await expect(page.getByRole('article')).toHaveCount(200);
  },
);

ownShopTest(
  'a further page of a search that fails leaves the results',
  async ({ page, ownShop }) => {
    await importProducts(ownShop, stools);
    await refuse(page, 'GET /products/search?*cursor=*', 500, 'Not now.');
    await open(page, '/?value=elm');
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expectToast(page, 'Not now.', 'error');
    await expect(page.getByRole('article')).toHaveCount(100);
    await expect(card(page, 'Oak Shelf dearer')).toHaveCount(0);
  },
);

ownShopTest.describe('without script', () => {
  ownShopTest.use({ javaScriptEnabled: false });

  ownShopTest(
    'look: a long catalogue can be read to its end, and searched',
    async ({ page, ownShop }) => {
      const many = Array.from({ length: 150 }, (_, index) => product(`walnut-${index}`));
      await importProducts(ownShop, many);
      const home = await page.goto('/');
      // Playwright does not see the contents of the noscript element.
      expect(await home?.text()).toContain('works without JavaScript');
      const names = new Set<string>();
      const more = page.getByRole('button', { name: 'Show more products' });
      for (;;) {
        for (const name of await page.getByRole('heading', { level: 3 }).allTextContents()) {
          expect(names).not.toContain(name);
          names.add(name);
        }
        if ((await more.count()) === 0) break;
        // A click does not wait for the navigation, so the old page could be read again.
        const next = (await more.getAttribute('href')) ?? '';
        await more.click();
        await page.waitForURL(next);
      }
      for (const { name } of many) expect(names).toContain(name);

      const search = searchBox(page);
      await search.fill('oak shelf walnut 149');
      await search.press('Enter');
      await expect(page.getByRole('heading', { name: 'Oak Shelf walnut-149' })).toBeVisible();
    },
  );
});
