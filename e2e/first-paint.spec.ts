/** What is painted first waits for no script, and the scripts come as soon as it is there. */
import type { Page } from '@playwright/test';
import { untilAlive } from './alive.ts';
import { holdFiles } from './network.ts';
import { expect, test } from './shop.ts';

/** @returns the addresses that are asked for from now on */
function watchFiles(page: Page, type: 'font' | 'script'): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === type) asked.push(request.url());
  });
  return asked;
}

for (const path of ['/', '/login']) {
  test(`${path} asks for its scripts and its manifest when it has been painted`, async ({
    page,
  }) => {
    const scripts = watchFiles(page, 'script');
    const styles = await holdFiles(page, '**/*.css');
    const picture = page.waitForResponse(/\.(?:webp|woff2)$/);
    await page.goto(path, { waitUntil: 'commit' });
    await picture;
    // Behind everything that the document asks for by itself.
    await page.evaluate(() => fetch('/healthz'));
    const manifest = page.locator('link[rel=manifest]');
    expect(scripts).toEqual([]);
    await expect(manifest).toHaveCount(0);
    styles.release();
    await untilAlive(page);
    expect(scripts).toContainEqual(expect.stringContaining('/assets/entry.client-'));
    await expect(manifest).toHaveAttribute('href', '/manifest.webmanifest');
  });
}

test('a page that nobody looks at yet is taken over, too', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    PerformanceObserver.prototype.observe = () => {};
    window.requestAnimationFrame = () => 0;
  });
  await page.goto('/');
  await untilAlive(page);
});

test('a browser that tells nothing of its paints gets the scripts, too', async ({ page }) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  await page.goto('/');
  await untilAlive(page);
});

test('the display font that is preloaded has no more than the letters every page shows', async ({
  page,
}) => {
  await page.goto('/');
  const font = page.locator('link[rel=preload][as=font]');
  await expect(font).toHaveCount(1);
  const { length } = await (await page.request.get((await font.getAttribute('href')) ?? '')).body();
  expect(length).toBeLessThanOrEqual(11_000);
});

test('the display font that is late has no other one fetched in its place', async ({ page }) => {
  const fonts = watchFiles(page, 'font');
  // Narrow enough for a name to be cut off.
  await page.setViewportSize({ width: 390, height: 823 });
  const display = await holdFiles(page, '**/gabarito-*.woff2');
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await untilAlive(page);
  display.release();
  expect(fonts.filter((url) => url.includes('/gabarito-'))).toHaveLength(1);
});
