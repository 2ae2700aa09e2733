/** The first requests of a page, and those that its first paint waits for. */
import { untilAlive } from './alive.ts';
import { sneakers } from './checkout.ts';
import { holdFiles, watch } from './network.ts';
import { cartLine, expect, loggedInTest, stepper, test } from './shop.ts';

test('a page is painted before its scripts are loaded', async ({ page }) => {
  for (const path of ['/login', '/']) {
    const scripts = await holdFiles(page, '**/assets/*.js');
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    scripts.release();
    await untilAlive(page);
  }
});

loggedInTest(
  'the cart is requested while the scripts load, and only then',
  async ({ page, shopper }) => {
    await shopper.putInCart(sneakers, 2);
    const calls = watch(page, 'GET /cart');
    // However slow the machine is, the cart does not become stale.
    await page.clock.setFixedTime(Date.now());
    const scripts = await holdFiles(page, '**/assets/*.js');
    await page.goto('/', { waitUntil: 'commit' });
    await expect.poll(() => calls.length).toBe(1);
    scripts.release();
    await expect(stepper(cartLine(page, sneakers.name))).toHaveText('2');
    expect(calls).toHaveLength(1);
  },
);

test('all scripts that the first paint needs and the fonts, of at most 55 kB, are preloaded by the HTML', async ({
  page,
}) => {
  const html = await (await page.request.get('/')).text();
  const asked: string[] = [];
  await page.route('**/assets/*.js', async (route) => {
    const { pathname } = new URL(route.request().url());
    asked.push(pathname);
    // Without the scripts of other screens, which are loaded when the page is idle, it comes alive all the same.
    const isPreloaded = html.includes(`"modulepreload" href="${pathname}"`);
    if (!isPreloaded && !pathname.includes('/viewport-')) return;
    await route.continue();
  });
  await page.goto('/');
  await untilAlive(page);
  expect(asked.length).toBeGreaterThan(3);

  const fonts = await page.locator('link[rel=preload][as=font]').all();
  const sizes = fonts.map(async (font) => {
    const response = await page.request.get((await font.getAttribute('href')) ?? '');
    return (await response.body()).length;
  });
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect([fonts.length, bytes <= 55_000]).toEqual([2, true]);
});
