/** The first requests of a page, and those that its first paint waits for. */
import { untilAlive } from './alive.ts';
import { boots } from './checkout.ts';
import { holdFiles, watch } from './network.ts';
import { cartLine, expect, loggedInTest, stepper, test } from './shop.ts';

for (const path of ['/', '/login']) {
  test(`${path} is painted before its scripts are loaded`, async ({ page }) => {
    const scripts = await holdFiles(page, '**/assets/*.js');
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    scripts.release();
    await untilAlive(page);
  });
}

loggedInTest(
  'the cart is requested while the scripts load, and only then',
  async ({ page, shopper }) => {
    await shopper.putInCart(boots, 2);
    const calls = watch(page, 'GET /cart');
    const scripts = await holdFiles(page, '**/assets/*.js');
    await page.goto('/', { waitUntil: 'commit' });
    await expect.poll(() => calls.length).toBe(1);
    scripts.release();
    await expect(stepper(cartLine(page, boots.name))).toHaveText('2');
    expect(calls).toHaveLength(1);
  },
);

test('all scripts of a page are preloaded by its HTML', async ({ page }) => {
  const html = await (await page.request.get('/')).text();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') asked.push(new URL(request.url()).pathname);
  });
  await page.goto('/');
  await untilAlive(page);
  // The viewport of toasts is loaded when the page is idle.
  const late = asked.filter((path) => !html.includes(`"modulepreload" href="${path}"`));
  expect(late).toEqual([expect.stringContaining('/assets/viewport-')]);
});

test('the display font is preloaded, in at most 35 kB', async ({ page }) => {
  await page.goto('/');
  const font = page.locator('link[rel=preload][as=font]');
  await expect(font).toHaveCount(1);
  const { length } = await (await page.request.get((await font.getAttribute('href')) ?? '')).body();
  expect(length).toBeLessThanOrEqual(35_000);
});
