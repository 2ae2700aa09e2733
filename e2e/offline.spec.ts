/** While nothing answers, every link of the shop stays in the shop. */
import { countLoaded, untilScreensAreLoaded } from './alive.ts';
import { sneakers } from './checkout.ts';
import { card, expect, expectToast, loggedInTest, open } from './shop.ts';

// The screens say what could not be loaded; the browser repeats it in the console.
loggedInTest.use({ mayFail: /net::ERR_INTERNET_DISCONNECTED/ });

loggedInTest(
  'offline, a tap on a product, Checkout, the orders or the logo opens it, as far as it is loaded',
  async ({ page, shopper }) => {
    await shopper.putInCart(sneakers, 1);
    await open(page, '/');
    await untilScreensAreLoaded(page);
    await expect.poll(() => countLoaded(page, '/product-dialog-')).toBe(1);
    await page.context().setOffline(true);
    await card(page, sneakers.name).getByRole('link').first().click();
    const dialog = page.getByRole('dialog').filter({ hasText: sneakers.name });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Checkout' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
    await page.getByRole('link', { name: 'your orders' }).click();
    await expect(page.getByText('Your orders could not be loaded.')).toBeVisible();
    await page.getByRole('link', { name: 'QKart' }).click();
    await expect(card(page, sneakers.name)).toBeVisible();
  },
);

loggedInTest(
  'offline before the script of the dialog is loaded, a tap on a product says so and stays',
  async ({ page }) => {
    await page.route(/product-dialog/, (route) => route.abort('internetdisconnected'));
    const failing = page.waitForEvent('requestfailed', (request) =>
      /product-dialog/.test(request.url()),
    );
    await open(page, '/');
    await failing;
    await untilScreensAreLoaded(page);
    await page.context().setOffline(true);
    await card(page, sneakers.name).getByRole('link').first().click();
    await expectToast(
      page,
      'Something went wrong. Check that the backend is running, reachable and returns valid JSON.',
      'error',
    );
    await expect(page).toHaveURL('/');
    await expect(card(page, sneakers.name)).toBeVisible();
  },
);

loggedInTest(
  'scripts of other screens that cannot be loaded when the page is idle leave it as it is',
  async ({ page }) => {
    const html = await (await page.request.get('/')).text();
    const isNeeded = ({ pathname }: URL) => html.includes(`"modulepreload" href="${pathname}"`);
    await page.route(
      (url) => /\/assets\/(route|checkout)-/.test(url.pathname) && !isNeeded(url),
      (route) => route.abort('internetdisconnected'),
    );
    const failing = page.waitForEvent('requestfailed', (request) => /checkout/.test(request.url()));
    const failedImports: string[] = [];
    page.on('requestfailed', (request) => {
      if (request.resourceType() === 'script') failedImports.push(request.url());
    });
    let pages = 0;
    page.on('domcontentloaded', () => pages++);
    await open(page, '/');
    const search = page
      .getByRole('combobox', { name: 'Search for items/categories' })
      .filter({ visible: true });
    await search.pressSequentially('sneakers');
    await failing;
    // Once the connection works again, the router loads the script that it needs.
    await page.unrouteAll();
    // Many browsers never repeat an import that failed.
    expect(failedImports).toEqual([]);
    await expect(page).toHaveURL(/sneakers/);
    await page.getByRole('link', { name: 'your orders' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your orders');
    expect(pages).toBe(1);
  },
);
