/** The weight of a page on the network: bytes in Brotli, with an empty browser cache. */
import type { Page } from '@playwright/test';
import { paths } from '../contract/paths.ts';

export interface Weight {
  html: number;
  css: number;
  /** The scripts that the HTML asks for, with which the page starts. */
  js: number;
  /** The scripts that are loaded when the page is idle: toasts, the dialog of a product, the other screens. */
  lateJs: number;
}

/** Waits until the page has refetched the products, which it does because its HTML may be old. */
export function untilProductsAreFresh(page: Page): Promise<unknown> {
  return page.waitForResponse((response) => new URL(response.url()).pathname === paths.products);
}

const KIND: Record<string, keyof Weight> = { document: 'html', stylesheet: 'css', script: 'js' };

/**
 * Weighs everything that a browser requests until the first input.
 * @param untilSettled waits for the last request that the page sends by itself; called before the page is opened
 * @throws Error if a file is not sent in Brotli
 */
export async function weigh(
  page: Page,
  path: string,
  untilSettled: (page: Page) => Promise<unknown>,
): Promise<Weight> {
  const addresses = new Map<string, keyof Weight>();
  page.on('request', (request) => {
    const kind = KIND[request.resourceType()];
    if (kind !== undefined) addresses.set(request.url(), kind);
  });
  const settled = untilSettled(page);
  const html = (await (await page.goto(path))?.text()) ?? '';
  await settled;
  // Wait for the scripts that are loaded when the page is idle.
  await page.evaluate('new Promise((done) => requestIdleCallback(done))');
  const weight: Weight = { html: 0, css: 0, js: 0, lateJs: 0 };
  for (const [address, kind] of addresses) {
    const isLate = kind === 'js' && !html.includes(`"${new URL(address).pathname}"`);
    weight[isLate ? 'lateJs' : kind] += await brotliBytes(address);
  }
  return weight;
}

/** Weighs the pictures in the window of a page that has just been opened. */
export async function weighPictures(page: Page, path: string): Promise<number> {
  await page.goto(path);
  await page.waitForLoadState('load');
  const addresses = await page.evaluate(() => {
    const isVisible = ({ top, bottom }: DOMRect) => top < window.innerHeight && bottom > 0;
    const shown = [...document.images].filter((image) => isVisible(image.getBoundingClientRect()));
    return shown.map(({ currentSrc }) => currentSrc);
  });
  let weight = 0;
  for (const address of new Set(addresses)) {
    weight += (await (await fetch(address)).bytes()).length;
  }
  return weight;
}

/** Requests Brotli itself, because Chromium accepts it only over TLS. */
async function brotliBytes(address: string): Promise<number> {
  const { headers } = await fetch(address, {
    method: 'HEAD',
    headers: { 'accept-encoding': 'br' },
  });
  if (headers.get('content-encoding') !== 'br') throw new Error(`${address} is not compressed`);
  return Number(headers.get('content-length'));
}
