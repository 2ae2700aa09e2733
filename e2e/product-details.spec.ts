/** A product's dialog shows its details, and says what is missing or could not be loaded. */
import { untilAlive } from './alive.ts';
import { importProducts } from './feed.ts';
import { answerDetails, dialogOf, interceptDetails, kite, openFromCard } from './product-dialog.ts';
import { expect, open, ownShopTest, test, toast } from './shop.ts';

const MISSING = { name: 'This product is not available' };

test.describe('an id that is not on sale', () => {
  test.use({ mayFail: /404/ });

  test('is a friendly page with status 404 @phone', async ({ page }) => {
    const response = await page.goto('/?product=nothing');
    expect(response?.status()).toBe(404);
    await untilAlive(page);
    await expect(dialogOf(page, MISSING)).toBeVisible();
    await expect(page).toHaveTitle('This product is not available | QKart');
    await page.getByRole('button', { name: 'All products' }).click();
    await expect(page).toHaveURL('/');
    await expect(dialogOf(page, MISSING)).toHaveCount(0);
    await expect(page.getByRole('article')).toHaveCount(60);
  });

  test('within the pages, too', async ({ page }) => {
    await open(page, '/');
    await page.evaluate(() => {
      history.pushState({}, '', '/?product=nothing');
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    });
    await expect(dialogOf(page, MISSING)).toBeVisible();
    await expect(toast(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/');
  });

  test('with another backend it shows the fields of the list', async ({ page }) => {
    await interceptDetails(page, (route) => route.fulfill({ status: 404, json: {} }));
    await open(page, '/');
    const asked = page.waitForResponse((response) => response.url().includes('?ids='));
    await openFromCard(page, kite);
    await asked;
    await expect(dialogOf(page, kite).getByText(`$${kite.cost}`)).toBeVisible();
    await expect(dialogOf(page, kite).getByText('Loading description')).toHaveCount(0);
    await expect(toast(page)).toHaveCount(0);
  });
});

test.describe('with details that fail', () => {
  test.use({ mayFail: /product-details/ });

  test('it shows the fields of the list, and offers a retry that works', async ({ page }) => {
    await interceptDetails(page, (route) => route.abort());
    await open(page, '/');
    await openFromCard(page, kite);
    await expect(dialogOf(page, kite)).toContainText('Its description could not be loaded.');
    await expect(dialogOf(page, kite).getByText(`$${kite.cost}`)).toBeVisible();
    await page.unrouteAll();
    await answerDetails(page, kite, { description: 'It flies.' });
    await dialogOf(page, kite).getByRole('button', { name: 'Try again' }).click();
    await expect(dialogOf(page, kite)).toContainText('It flies.');
    await expect(dialogOf(page, kite)).not.toContainText('could not be loaded');
  });

  test('a product in no list is loading, then failed, then shown after a retry', async ({
    page,
  }) => {
    const details = Promise.withResolvers<void>();
    await interceptDetails(page, async (route) => {
      await details.promise;
      await route.abort();
    });
    await open(page, '/?category=Footwear');
    await page.evaluate((address) => {
      history.pushState({}, '', address);
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    }, `/?category=Footwear&product=${kite._id}`);
    await expect(page.getByText('Loading product')).toBeAttached();
    details.resolve();
    await expect(page.getByText('This product could not be loaded.')).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(dialogOf(page, kite)).toBeVisible();
  });
});

ownShopTest.describe('in a shop with details', () => {
  // All tests of this block share one shop.
  ownShopTest.describe.configure({ mode: 'default' });

  const description = 'Solid oak, oiled by hand. '.repeat(400).slice(0, 10_000).trim();
  const desk = {
    _id: 'oak-desk',
    name: 'Oak Desk',
    // No other file uses this category: other files sell in the same shop.
    category: 'Desks',
    brand: 'Acorn',
    description,
    cost: 480,
    rating: 4.5,
    image: '/pictures/1f3a7.webp',
    stock: 3,
  };
  const soldOut = { ...desk, _id: 'elm-desk', name: 'Elm Desk', stock: 0 };
  const uncounted = { ...desk, _id: 'ash-desk', name: 'Ash Desk', stock: null };

  ownShopTest.beforeAll(({ ownShop }) => importProducts(ownShop, [desk, soldOut, uncounted]));

  ownShopTest('it shows brand, description and the stock', async ({ page }) => {
    await open(page, '/?value=oak+desk');
    await openFromCard(page, desk);
    const dialog = dialogOf(page, desk);
    await expect(dialog).toContainText('Brand Acorn');
    await expect(dialog).toContainText(description);
    await expect(dialog.getByText('Only 3 left', { exact: true })).toBeVisible();
  });

  ownShopTest(
    'it says that a product is sold out, and nothing if its stock is not counted',
    async ({ page }) => {
      await open(page, '/?product=elm-desk');
      await expect(page.getByText('Out of stock', { exact: true })).toBeVisible();
      await open(page, '/?product=ash-desk');
      await expect(dialogOf(page, uncounted)).not.toContainText('stock');
    },
  );

  ownShopTest('it shows the new stock after an order', async ({ page, shopper }) => {
    await shopper.putInCart(desk);
    const [address] = await shopper.saveAddress('12 Harbour Road');
    await open(page, '/?product=oak-desk');
    await expect(page.getByText('Only 3 left', { exact: true })).toBeVisible();
    const reply = await shopper.send('POST /cart/checkout', { addressId: address?._id });
    expect(reply.status).toBe(200);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(page.getByText('Only 2 left', { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByText('Only 2 left', { exact: true })).toBeVisible();
  });
});
