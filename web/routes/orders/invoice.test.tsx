/** Invoices and credit notes: /orders?invoice=NUMBER. */
import { page } from 'vitest/browser';
import type { Invoice } from '../../../contract/orders.ts';
import type { ShopApi } from '../../testing/api.ts';
import { HOME, orderSneakers, orders, sneakers } from '../../testing/checkout.ts';
import {
  button,
  expect,
  expectCount,
  expectToast,
  type Locator,
  loggedInTest,
  open,
  toast,
} from '../../testing/screen.tsx';

loggedInTest('an invoice and a credit note are pages made for print', async ({ shop }) => {
  orderSneakers(shop);
  shop.orders = shop.orders.map((order) => ({
    ...order,
    status: 'shipped',
    refunded: 10,
    invoice: '2026-000001',
    history: [
      { status: 'placed', at: '2026-11-11T10:00:00.000Z' },
      { status: 'refunded', at: '2026-11-14T10:00:00.000Z', amount: 10, invoice: '2026-000002' },
    ],
  }));
  await open('/orders');
  await orders().first().getByRole('link', { name: '2026-000001' }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect.element(heading).toHaveTextContent('Invoice 2026-000001');
  await expect.element(heading).toHaveFocus();
  const main = page.getByRole('main');
  for (const text of [sneakers.name, '2$139$278', 'Total$278', HOME, 'Paid from the wallet']) {
    await expect.element(main).toMatchTextContent(text);
  }
  await expect.element(button('Print or save as PDF')).toBeVisible();
  await main.getByRole('link', { name: 'Your orders' }).click();
  await expect.element(heading).toHaveTextContent('Your orders');
  await expect.element(heading).toHaveFocus();
  await orders().first().getByRole('link', { name: 'Credit note 2026-000002' }).click();
  await expect.element(heading).toHaveTextContent('Credit note 2026-000002');
  await expect.element(main).toMatchTextContent('Credit for invoice2026-000001');
  await expect.element(main).toMatchTextContent('Refund of a part of the price$10');
});

/** An invoice with two rates of tax. */
const INVOICE: Invoice = {
  ...{ number: '2026-000001', issuedOn: '2027-01-01', suppliedOn: '2026-12-31' },
  seller: 'Birch Ltd\n2 Mill Lane\nUnited Kingdom\nVAT number GB123',
  buyer: '1 Long Road\nOxford',
  lines: [
    { name: 'Tea', qty: 2, cost: 10, amount: 20, taxPercent: 0 },
    { name: 'Teapot', qty: 1, cost: 12, amount: 12, taxPercent: 20 },
  ],
  taxes: [
    { name: 'VAT', percent: 20, net: 10, tax: 2, gross: 12 },
    { name: 'VAT', percent: 0, net: 20, tax: 0, gross: 20 },
  ],
  total: 32,
};

async function openInvoice(shop: ShopApi, document: Invoice): Promise<Locator> {
  orderSneakers(shop);
  const [order] = shop.orders;
  const { number: invoice } = document;
  shop.answer(`GET /orders/${invoice}`, { json: { ...order, invoice, document } });
  await open(`/orders?invoice=${invoice}`, { timeZone: 'Asia/Tokyo' });
  return page.getByRole('main');
}

loggedInTest(
  'an invoice has the seller, the buyer’s address first, its stored days, and net, tax and gross by rate',
  async ({ shop }) => {
    const main = await openInvoice(shop, INVOICE);
    for (const text of [
      'VAT number GB123',
      'Date of issueJanuary 1, 2027',
      'Date of supplyDecember 31, 2026',
      'Tea0%2$10$20',
      'Teapot20%1$12$12',
      'Total$32',
      '20%$10$2$12',
      '0%$20$0$20',
    ]) {
      await expect.element(main).toMatchTextContent(text);
    }
    const text = main.element().textContent;
    expect(text.indexOf('1 Long Road')).toBeLessThan(text.indexOf('Customer'));
  },
);

loggedInTest('with one rate alone, lines have no rate', async ({ shop }) => {
  const [, line] = INVOICE.lines;
  const taxes = INVOICE.taxes.slice(0, 1);
  const lines = line ? [line] : [];
  const main = await openInvoice(shop, { ...INVOICE, lines, taxes, total: 12 });
  await expect.element(main).toMatchTextContent('Teapot1$12$12');
  await expect.element(main).toMatchTextContent('20%$10$2$12');
});

loggedInTest(
  'an order of a shop without an identity has a specimen, which is no invoice',
  async ({ shop }) => {
    orderSneakers(shop);
    shop.orders = shop.orders.map((order) => ({ ...order, number: '20EB-50A9' }));
    await open('/orders');
    await orders().first().getByRole('link', { name: 'Specimen' }).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect.element(heading).toHaveTextContent('Specimen of an invoice');
    const main = page.getByRole('main');
    for (const text of [sneakers.name, 'Total$278', HOME, 'This is a specimen, and no invoice']) {
      await expect.element(main).toMatchTextContent(text);
    }
    await expect.element(main).not.toMatchTextContent('QKart');
  },
);

loggedInTest('a shop with an identity shows no specimen', async ({ shop }) => {
  orderSneakers(shop);
  shop.orders = shop.orders.map((order) => ({ ...order, number: '20EB-50A9' }));
  await open('/orders?invoice=20EB-50A9', { timeZone: 'UTC' });
  await expect.element(page.getByText('There is no such invoice.')).toBeVisible();
});

loggedInTest('an invoice that is not the shopper’s own is said to be missing', async () => {
  await open('/orders?invoice=2026-000009');
  await expect.element(page.getByText('There is no such invoice.')).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Invoice');
  await expectCount(toast(), 0);
});

loggedInTest('the number of an order is that of no invoice', async ({ shop }) => {
  const id = orderSneakers(shop);
  await open(`/orders?invoice=${id}`);
  await expect.element(page.getByText('There is no such invoice.')).toBeVisible();
  await expectCount(button('Print or save as PDF'), 0);
});

loggedInTest('an invoice that fails to load says so, and its retry works', async ({ shop }) => {
  orderSneakers(shop);
  shop.orders = shop.orders.map((order) => ({ ...order, invoice: '2026-000001' }));
  shop.refuse('GET /orders/2026-000001', 500, 'Something went wrong on our side.');
  await open('/orders?invoice=2026-000001');
  await expectToast('Something went wrong on our side.', 'error');
  await expect.element(page.getByText('This invoice could not be loaded.')).toBeVisible();
  shop.restore();
  await button('Try again').click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect.element(heading).toHaveTextContent('Invoice 2026-000001');
});
