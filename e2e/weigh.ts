/** What a page weighs on the network: bytes in Brotli, nothing kept. */
import type { Page } from '@playwright/test';

export interface Weight {
  html: number;
  css: number;
  js: number;
}

const KIND: Record<string, keyof Weight> = { document: 'html', stylesheet: 'css', script: 'js' };

/**
 * Of all that a browser asks for until somebody uses the page.
 * @throws Error where something of it is not sent in Brotli
 */
export async function weigh(page: Page, path: string): Promise<Weight> {
  const addresses = new Map<string, keyof Weight>();
  page.on('request', (request) => {
    const kind = KIND[request.resourceType()];
    if (kind !== undefined) addresses.set(request.url(), kind);
  });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  const weight: Weight = { html: 0, css: 0, js: 0 };
  for (const [address, kind] of addresses) weight[kind] += await brotliBytes(address);
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
