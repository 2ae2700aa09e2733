/** Unknown addresses, and that every page hydrates without a warning. */
import { screens } from '../contract/screens.ts';
import { prepareOrder } from './checkout.ts';
import { expect, loggedInTest, open, test } from './shop.ts';

const SCREENS = ['/?value=guitar', ...screens.map(({ path }) => path)];

test.describe('an unknown address', () => {
  test.use({ mayFail: /no-such-page/ });

  test('has status 404, a friendly page, header and footer, and the way home @phone', async ({
    page,
  }) => {
    const response = await page.goto('/no-such-page');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
    await expect(page).toHaveTitle('This page does not exist | QKart');
    await expect(page.getByRole('banner').getByRole('link', { name: 'QKart' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText('one-stop shop');
    await page.getByRole('main').getByRole('button', { name: 'All products' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('article').first()).toBeVisible();
  });

  test('within the pages, too', async ({ page }) => {
    await open(page, '/');
    await page.evaluate(() => {
      history.pushState({}, '', '/no-such-page');
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    });
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
  });
});

test('each page of a visitor hydrates without a warning', async ({ page }) => {
  for (const path of SCREENS) {
    await open(page, path);
    await expect(page.getByRole('main')).not.toBeEmpty();
    await expect(page).toHaveTitle(/QKart/);
  }
});

loggedInTest(
  'each page of a logged-in shopper hydrates without a warning',
  async ({ page, shopper }) => {
    await prepareOrder(shopper);
    for (const path of SCREENS) {
      await open(page, path);
      await expect(page.getByRole('main')).not.toBeEmpty();
      await expect(page).toHaveURL(path);
    }
  },
);

test('an address with a trailing slash, or in upper case, shows the same screen', async ({
  page,
}) => {
  await open(page, '/LOGIN');
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await open(page, '/login/');
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button')).toHaveText(['Back to explore']);
});

for (const path of ['/', '/login', '/checkout', '/thanks']) {
  test(`every script of ${path} is of a type that HTML knows`, async ({ page }) => {
    const response = await page.request.get(path);
    const types = [...(await response.text()).matchAll(/<script[^>]* type="([^"]*)"/g)];
    for (const [, type] of types) expect(['module', 'application/ld+json']).toContain(type);
  });
}

test.describe('a screen that crashes', () => {
  test.use({ mayFail: /not iterable/ });

  test('keeps header and footer, and has a retry', async ({ page }) => {
    // No valid product has such a name.
    await page.route('**/api/v1/products?limit=100', (route) =>
      route.fulfill({ json: [{ _id: 'broken', name: { text: 'Lamp' }, image: '/a.webp' }] }),
    );
    await open(page, '/');
    await expect(page.getByRole('heading', { name: 'Sorry, something went wrong' })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: 'LOGIN' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText('one-stop shop');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('article')).toHaveCount(60);
  });
});
