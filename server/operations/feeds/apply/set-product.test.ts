/** One product is changed as a record of an import changes it, on both engines. */
import { expect, test } from 'vitest';
import { readVersion } from '../../../shop/catalogue/store.ts';
import { openTestShop } from '../../../testing/test-shop.ts';
import { readStockHistory } from '../../reports/stock-history.ts';
import { setProduct } from './set-product.ts';

const shop = await openTestShop();
const { services } = shop;

test('concurrent changes of one stock all count, each in its history', async () => {
  await shop.sell({ id: 'vase', stock: 5 });
  const add = (value: string) =>
    setProduct(services, 'vase', new Map([['stock_change', { name: 'stock+=', value }]]));
  await Promise.all(['+1', '+10', '-2', '+100'].map(add));
  const history = await readStockHistory(services.db, 'vase');
  expect(history.at(-1)?.stock).toBe(114);
  expect(history.map(({ units }) => units).sort((one, other) => one - other)).toEqual([
    -2, 1, 5, 10, 100,
  ]);
});

test('what is refused or the same writes no new version of the catalogue', async () => {
  await shop.sell({ id: 'bowl', costCents: 500 });
  const before = await readVersion(services.db);
  const cost = (value: string) => new Map([['cost', { name: 'price', value }]] as const);
  expect((await setProduct(services, 'bowl', cost('5'))).updated).toEqual([]);
  await expect(setProduct(services, 'bowl', cost('free'))).rejects.toThrow(/^price: must be /);
  await expect(setProduct(services, 'bowI', cost('6'))).rejects.toThrow(
    'There is no product "bowI". The nearest: "bowl".',
  );
  expect(await readVersion(services.db)).toBe(before);
  const { updated } = await setProduct(services, 'bowl', cost('6'));
  expect(updated).toMatchObject([{ row: { cost_cents: 500 }, fields: { cost_cents: 600 } }]);
  expect(await readVersion(services.db)).not.toBe(before);
});
