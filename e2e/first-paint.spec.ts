/** What a page asks for at once, and what its first paint waits for. */
import { untilAlive } from './alive.ts';
import { holdFiles } from './network.ts';
import { expect, test } from './shop.ts';

for (const path of ['/', '/login']) {
  test(`${path} is painted before its scripts are there`, async ({ page }) => {
    const scripts = await holdFiles(page, '**/assets/*.js');
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    scripts.release();
    await untilAlive(page);
  });
}

test('all scripts of a page are preloaded by its HTML', async ({ page }) => {
  const html = await (await page.request.get('/')).text();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') asked.push(new URL(request.url()).pathname);
  });
  await page.goto('/');
  await untilAlive(page);
  // Toasts come when the page is idle, with what shows them.
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
