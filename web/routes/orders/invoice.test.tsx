/** Invoices and credit notes: /orders?invoice=NUMBER. */
import { page } from 'vitest/browser';
import { boots, HOME, orderBoots, orders } from '../../testing/checkout.ts';
import {
  button,
  expect,
  expectCount,
  expectToast,
  loggedInTest,
  open,
  toast,
} from '../../testing/screen.tsx';

loggedInTest('an invoice and a credit note are pages made for print', async ({ shop }) => {
  orderBoots(shop);
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
  for (const text of [boots.name, '2$139$278', 'Total$278', HOME, 'Paid from the wallet']) {
    await expect.element(main).toMatchTextContent(text);
  }
  await expect.element(button('Print or save as PDF')).toBeVisible();
  await main.getByRole('link', { name: 'Your orders' }).click();
  await expect.element(heading).toHaveTextContent('Your orders');
  await expect.element(heading).toHaveFocus();
  await orders().first().getByRole('link', { name: 'Credit note 2026-000002' }).click();
  await expect.element(heading).toHaveTextContent('Credit note 2026-000002');
  await expect.element(main).toMatchTextContent('Credit for invoice 2026-000001: $10');
});

loggedInTest.for([
  {
    ...{ timeZone: undefined, issuedOn: '2026-12-31' },
    ...{ issued: 'Date December 31, 2026', placed: 'placed December 30, 2026' },
  },
  {
    ...{ timeZone: 'Asia/Tokyo', issuedOn: '2027-01-01' },
    ...{ issued: 'Date January 1, 2027', placed: 'placed December 31, 2026' },
  },
])(
  'an invoice has the days of the shop: its own, and that of the order, in the time zone $timeZone',
  async ({ timeZone, issuedOn, issued, placed }, { shop }) => {
    orderBoots(shop);
    const [order] = shop.orders;
    const invoice = '2026-000001';
    const document = {
      ...{ number: invoice, issuedOn, suppliedOn: issuedOn, seller: 'Birch Ltd' },
      ...{ lines: [], taxes: [], total: 278 },
    };
    const placedAt = '2026-12-30T22:30:00.000Z';
    shop.answer(`GET /orders/${invoice}`, { json: { ...order, placedAt, invoice, document } });
    await open(`/orders?invoice=${invoice}`, timeZone === undefined ? undefined : { timeZone });
    const main = page.getByRole('main');
    for (const text of ['Birch Ltd', issued, placed]) {
      await expect.element(main).toMatchTextContent(text);
    }
  },
);

loggedInTest('an invoice that is not the shopper’s own is said to be missing', async () => {
  await open('/orders?invoice=2026-000009');
  await expect.element(page.getByText('There is no such invoice.')).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Invoice');
  await expectCount(toast(), 0);
});

loggedInTest('the number of an order is that of no invoice', async ({ shop }) => {
  const id = orderBoots(shop);
  await open(`/orders?invoice=${id}`);
  await expect.element(page.getByText('There is no such invoice.')).toBeVisible();
  await expectCount(button('Print or save as PDF'), 0);
});

loggedInTest('an invoice that fails to load says so, and its retry works', async ({ shop }) => {
  orderBoots(shop);
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
