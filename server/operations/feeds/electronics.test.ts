import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Product } from '../../../contract/catalogue.ts';
import { paths, searchPath } from '../../../contract/paths.ts';
import { countProducts, readVersion } from '../../shop/catalogue/store.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { importFile } from './import.ts';

const file = resolve(import.meta.dirname, '../../../../shared/data/electronics.jsonl');
const shop = await openTestShop();
const { services } = shop;
const PRODUCTS = 3_291;
const TIME_LIMIT_MS = 5_000;
// The timeout includes starting the shop.
vi.setConfig({ testTimeout: 30_000 });

test('3,291 real products are imported within 5 s, and found without a restart', async (context) => {
  if (!existsSync(file)) context.skip('../shared/data/electronics.jsonl is not here');
  const before = await countProducts(services.db);
  await shop.call('GET', paths.products);

  const startedAt = performance.now();
  const report = await importFile(services, file);
  expect(performance.now() - startedAt).toBeLessThan(TIME_LIMIT_MS);
  expect(report).toMatchObject({ refused: false, read: PRODUCTS, added: PRODUCTS, problems: [] });
  expect(await countProducts(services.db)).toBe(before + PRODUCTS);

  const shown: Product[] = (await shop.call('GET', paths.products)).json();
  expect(shown).toHaveLength(before + PRODUCTS);
  await shop.untilReady();
  const found: Product[] = (await shop.call('GET', searchPath('boost mobile prepaid'))).json();
  expect(found[0]?.name).toMatch(/^Boost Mobile/);

  const version = await readVersion(services.db);
  expect(await importFile(services, file)).toMatchObject({
    unchanged: PRODUCTS,
    added: 0,
    updated: 0,
  });
  expect(await readVersion(services.db)).toBe(version);
});
