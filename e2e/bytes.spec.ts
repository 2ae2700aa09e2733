/** What each page weighs on the network, so that growth is noticed: bytes in Brotli, nothing kept. */
import type { Page } from '@playwright/test';
import { expect, expectAlive, loggedInTest, test } from './shop.ts';

interface Weight {
  html: number;
  css: number;
  js: number;
}

const KIND: Record<string, keyof Weight> = { document: 'html', stylesheet: 'css', script: 'js' };
/** What a server sends before it hears from the browser again: ten packets. */
const FIRST_FLIGHT = 14_000;
const CSS = 8_000;
const JS_OF_OTHERS = 119_000;

/** Of all that a browser asks for until the page is alive. */
async function weigh(page: Page, path: string): Promise<Weight> {
  const addresses = new Map<string, keyof Weight>();
  page.on('request', (request) => {
    const kind = KIND[request.resourceType()];
    if (kind !== undefined) addresses.set(request.url(), kind);
  });
  await page.goto(path);
  await expectAlive(page);
  const weight: Weight = { html: 0, css: 0, js: 0 };
  for (const [address, kind] of addresses) {
    // Chromium asks for Brotli over TLS only.
    const headers = { 'accept-encoding': 'br' };
    const reply = await fetch(address, { method: 'HEAD', headers });
    expect(reply.headers.get('content-encoding')).toBe('br');
    weight[kind] += Number(reply.headers.get('content-length'));
  }
  return weight;
}

function expectAtMost(weight: Weight, most: Weight): void {
  for (const kind of ['html', 'css', 'js'] as const) {
    expect.soft(weight[kind], `bytes of ${kind}`).toBeGreaterThan(0);
    expect.soft(weight[kind], `bytes of ${kind}`).toBeLessThanOrEqual(most[kind]);
  }
}

test('the products: the HTML arrives in the first flight', async ({ page }) => {
  expectAtMost(await weigh(page, '/'), { html: FIRST_FLIGHT, css: CSS, js: 122_000 });
});

for (const path of ['/login', '/register']) {
  test(`${path} weighs little`, async ({ page }) => {
    expectAtMost(await weigh(page, path), { html: 3_000, css: CSS, js: JS_OF_OTHERS });
  });
}

loggedInTest('/checkout weighs little', async ({ page }) => {
  expectAtMost(await weigh(page, '/checkout'), { html: 3_000, css: CSS, js: JS_OF_OTHERS });
});
