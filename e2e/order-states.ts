/** The states of the screen /orders. */
import type { Page } from '@playwright/test';
import type { FoundOrder, Order } from '../contract/orders.ts';
import { invoiceAddress } from '../contract/page-addresses.ts';
import { answer, cutOff } from './network.ts';
import { expect, open } from './shop.ts';
import { demoProduct, type Shopper } from './shopper.ts';

const lamp = demoProduct('Studio Pendant Lamp');
const gloves = demoProduct(
  'Ringside Training Gloves & Wrist Straps with Deep Foam Padding and Quick-Drying Lining',
);
const ADDRESS =
  'Flat 3, 77 Long Winding Lane Near The Old Clock Tower\nUpper Riverside Quarter, Newtown 90210';

const orders = (page: Page) => page.getByRole('article', { name: /^Order of / });

/** Replies with one order of each status. */
export async function showEveryStatus(page: Page): Promise<void> {
  await answer(page, 'GET /orders*', {
    json: [
      orderOf('placed', 0),
      orderOf('shipped', 25),
      orderOf('cancelled', 597.5),
      orderOf('refunded', 597.5),
    ],
  });
  await open(page, '/orders');
  await expect(orders(page)).toHaveCount(4);
}

function orderOf(status: Order['status'], refunded: number): Order {
  return {
    id: `01a21462-bf36-7b22-ae53-${status.padEnd(12, '0')}`,
    status,
    placedAt: '2026-11-20T09:30:00.000Z',
    address: ADDRESS,
    lines: [
      { productId: lamp._id, name: lamp.name, cost: 199, qty: 2 },
      { productId: gloves._id, name: gloves.name, cost: 99.5, qty: 2 },
      { productId: 'gone', name: 'A lamp that is no longer sold', cost: 0.5, qty: 1 },
    ],
    total: 597.5,
    refunded,
    deliverBy: '2026-12-01',
  };
}

const INVOICE = '2026-000123';
const CREDIT_NOTE = '2026-000124';
const SELLER = 'Birch Ltd\n2 Mill Lane\nOxford OX1 4AB\nGB\nGB123456789\nhello@birch.example';

export async function showInvoice(page: Page): Promise<void> {
  await openDocument(page, INVOICE, 597.5);
}

export async function showCreditNote(page: Page): Promise<void> {
  await openDocument(page, CREDIT_NOTE, 25);
}

/** @param amount dollars, which include 20% tax */
async function openDocument(page: Page, number: string, amount: number): Promise<void> {
  const tax = Math.round((amount * 100) / 6) / 100;
  const order: FoundOrder = {
    ...orderOf('shipped', 25),
    number: '20EB-50A9',
    invoice: INVOICE,
    history: [
      { status: 'placed', at: '2026-11-20T09:30:00.000Z' },
      { status: 'shipped', at: '2026-11-21T09:30:00.000Z' },
      { status: 'refunded', at: '2026-11-25T09:30:00.000Z', amount: 25, invoice: CREDIT_NOTE },
    ],
    document: {
      number,
      issuedOn: '2026-11-25',
      suppliedOn: '2026-11-25',
      seller: SELLER,
      buyer: ADDRESS,
      lines: [],
      taxes: [{ name: 'VAT', percent: 20, net: amount - tax, tax, gross: amount }],
      total: amount,
    },
  };
  await answer(page, `GET /orders/${number}`, { json: order });
  await open(page, invoiceAddress(number));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
}

export async function showNoOrders(page: Page): Promise<void> {
  await open(page, '/orders');
  await expect(page.getByText('You have not ordered anything yet')).toBeVisible();
}

export async function failToLoadOrders(page: Page): Promise<void> {
  await cutOff(page, 'GET /orders*');
  await open(page, '/orders');
  await expect(page.getByText('Your orders could not be loaded.')).toBeVisible();
}

export async function askToCancel(page: Page, someone: Shopper): Promise<void> {
  await someone.putInCart(lamp);
  await someone.order(ADDRESS);
  await open(page, '/orders');
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByRole('dialog', { name: 'Cancel this order?' })).toBeVisible();
}
