/** Imports products into a shop that the test may change. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { paths } from '../contract/paths.ts';
import type { Shop } from './serve.ts';
import { expect } from './shop.ts';

/** Imports products by the operator's command. */
export async function importProducts(shop: Shop, products: object[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'qkart-feed-'));
  const file = join(folder, 'feed.json');
  await writeFile(file, JSON.stringify(products));
  await shop.qkart('catalogue', 'import', file);
  await rm(folder, { recursive: true });
}

/** The search index that is there answers until the one with the imported products is ready. */
export async function untilListed(page: Page, category: string, least: number): Promise<void> {
  const facets = `${paths.facets}?category=${category}`;
  const count = async () => (await (await page.request.get(facets)).json()).count;
  await expect.poll(count).toBeGreaterThanOrEqual(least);
}
