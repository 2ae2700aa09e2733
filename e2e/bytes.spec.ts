/** Limits the bytes of each page on the network, so that growth is noticed. */
import { expect, loggedInTest, test } from './shop.ts';
import { untilProductsAreFresh, type Weight, weigh } from './weigh.ts';

/** Bytes of the ten packets that a server sends before the first acknowledgement (TCP's initial window). */
const FIRST_FLIGHT = 14_000;
const CSS = 9_000;
/** Bytes of script; React, the router and the query client are 100 kB of them. */
const JS = 125_000;

function expectAtMost(weight: Weight, most: Omit<Weight, 'lateJs'>): void {
  for (const kind of ['html', 'css', 'js'] as const) {
    expect.soft(weight[kind], `bytes of ${kind}`).toBeGreaterThan(0);
    expect.soft(weight[kind], `bytes of ${kind}`).toBeLessThanOrEqual(most[kind]);
  }
  expect.soft(weight.lateJs, 'bytes that come when the page is idle').toBeLessThanOrEqual(12_000);
}

test('the products: the HTML arrives in the first flight', async ({ page }) => {
  expectAtMost(await weigh(page, '/', untilProductsAreFresh), {
    html: FIRST_FLIGHT,
    css: CSS,
    js: JS,
  });
});

for (const [path, button] of [
  ['/login', 'LOGIN TO QKART'],
  ['/register', 'REGISTER NOW'],
] as const) {
  test(`${path} weighs little`, async ({ page }) => {
    const untilUsable = () => expect(page.getByRole('button', { name: button })).toBeEnabled();
    expectAtMost(await weigh(page, path, untilUsable), { html: 3_000, css: CSS, js: JS });
  });
}

loggedInTest('/checkout weighs little', async ({ page }) => {
  const untilUsable = () => page.getByRole('button', { name: 'PLACE ORDER' }).waitFor();
  expectAtMost(await weigh(page, '/checkout', untilUsable), { html: 3_000, css: CSS, js: JS });
});
