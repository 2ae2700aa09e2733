/** Imports products into a shop that the test may change. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Shop } from './serve.ts';

/** Imports products by the operator's command. */
export async function importProducts(shop: Shop, products: object[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'qkart-feed-'));
  const file = join(folder, 'feed.json');
  await writeFile(file, JSON.stringify(products));
  await shop.qkart('catalogue', 'import', file);
  await rm(folder, { recursive: true });
}
