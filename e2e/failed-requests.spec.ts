/** A failed request removes nothing from the screen, and every failed view has a retry that works. */
import type { Page } from '@playwright/test';
import {
  boots,
  CHECK,
  HOME,
  placeOrder,
  prepareOrder,
  selectAddress,
  summary,
} from './checkout.ts';
import { cutOff, hold, isCall, watch } from './network.ts';
import {
  cartLine,
  cartPanel,
  expect,
  expectToast,
  loggedInTest,
  open,
  searchBox,
  stepper,
  test,
} from './shop.ts';

const GENERIC = `Something went wrong. ${CHECK}`;
const GUITAR = 'GET /products/search?value=guitar';

const cards = (page: Page) => page.getByRole('article');
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });

test('a search that the server rendered stays if its refetch fails', async ({ page }) => {
  await cutOff(page, GUITAR);
  await open(page, '/?value=guitar');
  await expectToast(page, GENERIC, 'error');
  await expect(page.getByRole('heading', { name: 'Results for “guitar”' })).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
});

test('products that could not be loaded are loaded by a retry', async ({ page }) => {
  await cutOff(page, 'GET /products');
  await open(page, '/login');
  await page.getByRole('button', { name: 'Back to explore' }).click();
  await expectToast(page, GENERIC, 'error');
  await expect(tryAgain(page)).toBeVisible();
  await page.unrouteAll();
  await tryAgain(page).click();
  await expect(cards(page)).toHaveCount(60);
});

test('a search and a full list that both failed are loaded by a retry', async ({ page }) => {
  await cutOff(page, 'GET /products*');
  await open(page, '/login');
  await page.evaluate(() => {
    history.pushState({}, '', '/?value=guitar');
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  });
  await expectToast(page, GENERIC, 'error');
  await expect(tryAgain(page)).toBeVisible();
  await page.unrouteAll();
  await tryAgain(page).click();
  await expect(cards(page)).toHaveCount(60);
});

test('Enter with the same text retries a failed search', async ({ page }) => {
  await open(page, '/');
  await cutOff(page, GUITAR);
  await searchBox(page).fill('guitar');
  await searchBox(page).press('Enter');
  await expectToast(page, GENERIC, 'error');
  await page.unrouteAll();
  const again = page.waitForRequest((request) => isCall(GUITAR, request));
  await searchBox(page).press('Enter');
  await again;
  await expect(cards(page)).toHaveCount(1);
});

test('a GET without a reply is retried once before a toast', async ({ page }) => {
  await open(page, '/');
  const calls = watch(page, GUITAR);
  let isFirst = true;
  await page.route('**/products/search?value=guitar*', (route) => {
    if (!isFirst) return route.fallback();
    isFirst = false;
    return route.abort('connectionrefused');
  });
  await searchBox(page).fill('guitar');
  await searchBox(page).press('Enter');
  await expect(cards(page)).toHaveCount(1);
  expect(calls).toHaveLength(2);
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeEmpty();
});

loggedInTest(
  'a cart whose products failed at the checkout has pending amounts, and a retry',
  async ({ page, shopper }) => {
    await prepareOrder(shopper);
    await cutOff(page, 'GET /products?ids=*');
    await open(page, '/checkout');
    await expectToast(page, GENERIC, 'error');
    await expect(page.getByText(/^Pay …\s*not known yet of available \$5000$/)).toBeVisible();
    await expect(page.getByText('Pay $0')).toHaveCount(0);
    await selectAddress(page, HOME);
    await page.unrouteAll();
    await tryAgain(page).click();
    await expect(page.getByText('Pay $278 of available $5000')).toBeVisible();
    await expect(summary(page)).toContainText(boots.name);
    await placeOrder(page).click();
    await expect(page).toHaveURL('/thanks');
  },
);

loggedInTest(
  'lines whose products are not known yet have pending amounts',
  async ({ page, shopper }) => {
    await shopper.putInCart(boots, 2);
    const answering = await hold(page, 'GET /products?ids=*');
    await open(page, '/?value=guitar');
    await expect(cartPanel(page)).toContainText(/Order total…\s*not known yet/);
    await expect(cartPanel(page)).not.toContainText('$0');
    await expect(cartPanel(page).getByRole('group')).toHaveCount(0);
    answering.release();
    await expect(cartPanel(page)).toContainText('Order total$278');
    await expect(stepper(cartLine(page, boots.name))).toHaveText('2');
    await expect(
      cartPanel(page).getByRole('group', { name: `Quantity of ${boots.name}` }),
    ).toBeVisible();
  },
);

loggedInTest('a cart that could not be loaded is loaded by a retry', async ({ page, shopper }) => {
  await shopper.putInCart(boots, 2);
  await cutOff(page, 'GET /cart');
  await open(page, '/');
  await expectToast(page, `Could not fetch cart details. ${CHECK}`, 'error');
  // The request may have failed before hydration. The hydrated page sends another one then.
  await expect(tryAgain(page)).toBeVisible();
  await page.unrouteAll();
  await tryAgain(page).click();
  await expect(cartPanel(page)).toContainText('$278');
});
