/** Limits the bytes of each page on the network, so that growth is noticed. */
import { expect, loggedInTest, test } from './shop.ts';
import { untilProductsAreFresh, type Weight, weigh, weighPictures } from './weigh.ts';

/** The ten packets that a server sends before the first acknowledgement (TCP's initial window) have 14,600. */
const PRODUCTS_HTML = 9_500;
const CSS = 11_400;
/** Bytes of script; React, the router and the query client are 100 kB of them. */
const JS = 125_000;
/** Bytes of script of /login, which has the button for passkeys, and of /register. */
const CREDENTIALS_JS = 129_300;
const CHECKOUT_JS = 131_800;
const PHONE_PICTURES = 90_000;

function expectAtMost(weight: Weight, most: Omit<Weight, 'lateJs'>): void {
  for (const kind of ['html', 'css', 'js'] as const) {
    expect.soft(weight[kind], `bytes of ${kind}`).toBeGreaterThan(0);
    expect.soft(weight[kind], `bytes of ${kind}`).toBeLessThanOrEqual(most[kind]);
  }
  expect.soft(weight.lateJs, 'bytes that come when the page is idle').toBeLessThanOrEqual(50_400);
}

test('the products, login and register weigh little', async ({ page }) => {
  // With routes, Chromium caches nothing.
  await page.route('**', (route) => route.continue());
  const usable = (name: string) => () => expect(page.getByRole('button', { name })).toBeEnabled();
  const most = { html: 3_000, css: CSS, js: JS };
  expectAtMost(await weigh(page, '/', untilProductsAreFresh), { ...most, html: PRODUCTS_HTML });
  for (const [path, button] of [
    ['/login', 'LOGIN TO QKART'],
    ['/register', 'REGISTER NOW'],
  ] as const) {
    expectAtMost(await weigh(page, path, usable(button)), { ...most, js: CREDENTIALS_JS });
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 });

  test('the pictures of the first screen weigh little', async ({ page }) => {
    const weight = await weighPictures(page, '/');
    expect(weight).toBeGreaterThan(0);
    expect(weight).toBeLessThanOrEqual(PHONE_PICTURES);
  });
});

loggedInTest('/checkout weighs little', async ({ page }) => {
  const untilUsable = () => page.getByRole('button', { name: 'PLACE ORDER' }).waitFor();
  expectAtMost(await weigh(page, '/checkout', untilUsable), {
    html: 3_000,
    css: CSS,
    js: CHECKOUT_JS,
  });
});
