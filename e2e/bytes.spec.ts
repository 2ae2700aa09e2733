/** What each page weighs on the network, so that growth is noticed. */
import type { Response } from '@playwright/test';
import { expect, loggedInTest, test } from './shop.ts';
import { untilProductsAreFresh, type Weight, weigh } from './weigh.ts';

/** What a server sends before it hears from the browser again: ten packets. */
const FIRST_FLIGHT = 14_000;
const CSS = 8_000;
const JS_OF_OTHERS = 106_000;

function expectAtMost(weight: Weight, most: Weight): void {
  for (const kind of ['html', 'css', 'js'] as const) {
    expect.soft(weight[kind], `bytes of ${kind}`).toBeGreaterThan(0);
    expect.soft(weight[kind], `bytes of ${kind}`).toBeLessThanOrEqual(most[kind]);
  }
}

test('the products: the HTML arrives in the first flight', async ({ page }) => {
  expectAtMost(await weigh(page, '/', untilProductsAreFresh), {
    html: FIRST_FLIGHT,
    css: CSS,
    js: 110_000,
  });
});

test('its scripts are compiled while they are fetched, not when they are called', async ({
  page,
}) => {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  const settled = untilProductsAreFresh(page);
  await page.goto('/');
  await settled;
  const lazy: string[] = [];
  for (const script of scripts) {
    const text = await script.text();
    if (!text.startsWith('//# allFunctionsCalledOnLoad\n')) lazy.push(script.url());
  }
  // Nothing but data, of which no function is called.
  expect(lazy).toEqual([expect.stringContaining('/assets/manifest-')]);
});

for (const [path, button] of [
  ['/login', 'LOGIN TO QKART'],
  ['/register', 'REGISTER NOW'],
] as const) {
  test(`${path} weighs little`, async ({ page }) => {
    const untilUsable = () => expect(page.getByRole('button', { name: button })).toBeEnabled();
    expectAtMost(await weigh(page, path, untilUsable), { html: 3_000, css: CSS, js: JS_OF_OTHERS });
  });
}

loggedInTest('/checkout weighs little', async ({ page }) => {
  // An order that wasn't heard of has to be found out about without fetching more for it.
  const untilUsable = () => page.getByRole('button', { name: 'PLACE ORDER' }).waitFor();
  expectAtMost(await weigh(page, '/checkout', untilUsable), { html: 3_000, css: CSS, js: 108_000 });
});
