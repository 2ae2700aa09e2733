/** What an order keeps of the shop when it is placed. */
import { expect, test } from 'vitest';
import { openTestShop } from '../../testing/test-shop.ts';
import { shoppingIn } from '../orders/shopping.testing.ts';
import { readTaxKeys } from './sale-terms.ts';
import { replaceIdentity } from './store.ts';

const rates = [
  { key: 'full', percent: 19, usual: true },
  { key: 'reduced', percent: 7 },
];
const birch = { name: 'Birch', tax: { name: 'VAT', rates } };

async function openBookShop() {
  const shop = await openTestShop();
  const { services } = shop;
  const { readyShopper, checkout } = shoppingIn(shop);
  await replaceIdentity(services, birch);
  await shop.sell({ id: 'book' });
  await shop.sell({ id: 'lamp' });
  const setTax = (tax: string | null) =>
    services.db.updateTable('products').set({ tax }).where('id', '=', 'book').execute();
  await setTax('reduced');
  return {
    ...{ services, setTax },
    async order() {
      const shopper = await readyShopper({ book: 1, lamp: 1 });
      return checkout(shopper, shopper);
    },
    ratesOf: async (orderId: string) => {
      const items = services.db.selectFrom('order_items').select('tax_rate').orderBy('line');
      const rows = await items.where('order_id', '=', orderId).execute();
      return rows.map(({ tax_rate }) => tax_rate);
    },
    terms: () => services.db.selectFrom('sale_terms').selectAll().orderBy('number').execute(),
  };
}

test('each line keeps the rate that its product names, or the usual one', async () => {
  const { services, order, ratesOf, terms } = await openBookShop();
  const first = (await order()).json().orderId;
  const changed = [
    { key: 'full', percent: 16, usual: true },
    { key: 'reduced', percent: 5 },
  ];
  await replaceIdentity(services, { ...birch, tax: { name: 'VAT', rates: changed } });
  const second = (await order()).json().orderId;
  await replaceIdentity(services, undefined);
  const third = (await order()).json().orderId;
  expect(await ratesOf(first)).toEqual([7_000, 19_000]);
  expect(await ratesOf(second)).toEqual([5_000, 16_000]);
  expect(await ratesOf(third)).toEqual([null, null]);
  const orders = services.db.selectFrom('orders').select('terms').orderBy('id');
  expect((await orders.execute()).map((row) => row.terms)).toEqual([1, 2, null]);
  expect(await terms()).toHaveLength(2);
});

test('an identity that says the same of sales adds no terms', async () => {
  const { services, terms } = await openBookShop();
  await replaceIdentity(services, { ...birch, footer: 'New' });
  await replaceIdentity(services, undefined);
  await replaceIdentity(services, birch);
  expect(await terms()).toHaveLength(1);
  await replaceIdentity(services, { ...birch, documentYears: 6 });
  expect(await terms()).toMatchObject([{ document_years: 10 }, { document_years: 6 }]);
});

test('an identity without a rate that products name is refused, and changes nothing', async () => {
  const { services, setTax, terms } = await openBookShop();
  expect(await readTaxKeys(services.db)).toEqual(['full', 'reduced']);
  for (const tax of [undefined, { name: 'VAT', percent: 19 }]) {
    await expect(replaceIdentity(services, { name: 'Oak', ...(tax && { tax }) })).rejects.toThrow(
      '/tax lacks the rate "reduced", which 1 product has, such as "book".',
    );
  }
  expect(await readTaxKeys(services.db)).toEqual(['full', 'reduced']);
  await setTax(null);
  await replaceIdentity(services, { name: 'Oak' });
  expect(await readTaxKeys(services.db)).toEqual([]);
  expect(await terms()).toHaveLength(2);
});

test('a product with a rate that the shop lacks, which no import allows, is not sold with another one', async () => {
  const { services, setTax, order } = await openBookShop();
  await setTax('books');
  expect((await order()).statusCode).toBe(500);
  expect(await services.db.selectFrom('orders').selectAll().execute()).toEqual([]);
  await replaceIdentity(services, undefined);
  expect((await order()).statusCode).toBe(200);
});
