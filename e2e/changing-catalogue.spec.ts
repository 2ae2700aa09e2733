/** A catalogue that changes while people shop. These tests use a shop of their own. More is in `web/routes/`. */
import { HOME, placeOrder, selectAddress, summary } from './checkout.ts';
import { importProducts, untilListed } from './feed.ts';
import { cartLine, cartPanel, expect, expectToast, open, ownShopTest, searchBox } from './shop.ts';

// All tests of this file share one shop.
ownShopTest.describe.configure({ mode: 'default' });

const product = (id: string, more: object = {}) => ({
  _id: id,
  name: `Oak Shelf ${id}`,
  category: 'Furniture',
  cost: 10,
  rating: 4,
  image: '/favicon.svg',
  ...more,
});

ownShopTest(
  'R9.8: a product that is gone, a changed price and a missing piece each refuse the order @core',
  async ({ page, shopper, ownShop }) => {
    const shelves = [product('gone'), product('dearer'), product('rare')];
    await importProducts(ownShop, shelves);
    for (const { _id } of shelves) await shopper.putInCart({ _id }, 2);
    await shopper.saveAddress(HOME);
    await ownShop.qkart('catalogue', 'remove', 'gone');
    await open(page, '/');
    await cartLine(page, 'No longer available').getByRole('button', { name: 'Remove' }).click();
    await expect(cartPanel(page)).toContainText('Order total$40');
    await cartPanel(page).getByRole('button', { name: 'Checkout' }).click();
    await selectAddress(page, HOME);

    await importProducts(ownShop, [product('dearer', { cost: 12.5 })]);
    await placeOrder(page).click();
    await expectToast(page, 'Prices have changed. Check your cart and try again.', 'error');
    await expect(page.getByText('Pay $45 of available $5000')).toBeVisible();
    await expect(summary(page)).toContainText('$45');

    await importProducts(ownShop, [product('rare', { stock: 1 })]);
    await placeOrder(page).click();
    await expectToast(page, 'Only 1 of Oak Shelf rare left', 'error');
    await expect(page).toHaveURL('/checkout');
    await shopper.putInCart({ _id: 'rare' }, 1);
    await page.reload();
    await selectAddress(page, HOME);
    await placeOrder(page).click();
    await expect(page).toHaveURL('/thanks');
    expect(await shopper.balance()).toBe(4965);
  },
);

ownShopTest.describe('without script', () => {
  ownShopTest.use({ javaScriptEnabled: false });

  ownShopTest(
    'look: a long catalogue can be read to its end, and searched @core',
    async ({ page, ownShop }) => {
      const many = Array.from({ length: 150 }, (_, index) => product(`walnut-${index}`));
      await importProducts(ownShop, many);
      await untilListed(page, 'Furniture', many.length);
      const home = await page.goto('/');
      // Playwright does not see the contents of the noscript element.
      expect(await home?.text()).toContain('works without JavaScript');
      const names = new Set<string>();
      const more = page.getByRole('button', { name: 'Show more products' });
      for (;;) {
        for (const name of await page.getByRole('article').getByRole('heading').allTextContents()) {
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
