/** What a page weighs on the network: bytes in Brotli, nothing kept. */
import type { Page } from '@playwright/test';
import { paths } from '../contract/paths.ts';

export interface Weight {
  html: number;
  css: number;
  /** What the HTML names: all that the page starts with. */
  js: number;
  /** What comes when the page is idle: the viewport of toasts. */
  lateJs: number;
}

/** The products' script asks for them again, since the page may be an old one. */
export function untilProductsAreFresh(page: Page): Promise<unknown> {
  return page.waitForResponse((response) => new URL(response.url()).pathname === paths.products);
}

const KIND: Record<string, keyof Weight> = { document: 'html', stylesheet: 'css', script: 'js' };

/**
 * Of all that a browser asks for until somebody uses the page.
 * @param untilSettled waits for what the page's script does last by itself; called before the page is opened
 * @throws Error where something of it is not sent in Brotli
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
  // What the script left for when it has nothing else to do.
  await page.evaluate('new Promise((done) => requestIdleCallback(done))');
  const weight: Weight = { html: 0, css: 0, js: 0, lateJs: 0 };
  for (const [address, kind] of addresses) {
    const isLate = kind === 'js' && !html.includes(new URL(address).pathname);
    weight[isLate ? 'lateJs' : kind] += await brotliBytes(address);
  }
  return weight;
}

/** Chromium asks for Brotli over TLS only. */
async function brotliBytes(address: string): Promise<number> {
  const { headers } = await fetch(address, {
    method: 'HEAD',
    headers: { 'accept-encoding': 'br' },
  });
  if (headers.get('content-encoding') !== 'br') throw new Error(`${address} is not compressed`);
  return Number(headers.get('content-length'));
}
