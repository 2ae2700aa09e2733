/** A product's dialog shows its details, or says that they are missing or could not be loaded. */

import { page } from 'vitest/browser';
import { LIST_PAGE_SIZE } from '../../../../contract/limits.ts';
import { demoProduct } from '../../../testing/demo-products.ts';
import { button, expect, expectCount, goTo, open, test, toast } from '../../../testing/screen.tsx';

const DETAILS = 'GET /product-details*';
const rope = demoProduct('Tangerine Jump Rope');
const ROPE = `/?product=${rope._id}`;
const dialog = page.getByRole('dialog', { name: rope.name, exact: true });
const cost = dialog.getByText(`$${rope.cost}`, { exact: true });

test('it shows brand, the whole description and the stock', async ({ shop }) => {
  const description = 'Silk, dyed by hand. '.repeat(500).trim();
  shop.details[rope._id] = { brand: 'Aeolus', description, stock: 3 };
  await open(ROPE);
  await expect.element(dialog).toMatchTextContent('Brand Aeolus');
  await expect.element(dialog).toMatchTextContent(description);
  await expect.element(dialog.getByText('Only 3 left', { exact: true })).toBeVisible();
});

test('it says that a product is sold out, and nothing if its stock is not counted', async ({
  shop,
}) => {
  shop.details[rope._id] = { stock: 0 };
  await open(ROPE);
  await expect.element(dialog.getByText('Out of stock', { exact: true })).toBeVisible();
  await expect.element(button('OUT OF STOCK', dialog)).toBeDisabled();
  await expect.element(dialog).not.toMatchTextContent('delivery');
  shop.details[rope._id] = { description: 'It flies.' };
  await open(ROPE);
  await expect.element(dialog).toMatchTextContent('It flies.');
  await expect.element(dialog).not.toMatchTextContent('stock');
});

test('it shows the new stock when the window gets the focus', async ({ shop }) => {
  shop.details[rope._id] = { stock: 3 };
  await open(ROPE);
  await expect.element(dialog.getByText('Only 3 left', { exact: true })).toBeVisible();
  shop.details[rope._id] = { stock: 2 };
  dispatchEvent(new Event('focus'));
  await expect.element(dialog.getByText('Only 2 left', { exact: true })).toBeVisible();
});

test('with another backend it shows the fields of the list', async ({ shop }) => {
  shop.answer(DETAILS, { status: 404, json: {} });
  const asked = shop.watch('GET /products?ids=*');
  await open('/');
  await goTo(ROPE);
  await expect.element(cost).toBeVisible();
  await expect.poll(() => asked.length).toBe(1);
  await expectCount(dialog.getByText('Loading description'), 0);
  await expectCount(toast(), 0);
});

test('with details that fail it shows the fields of the list, and offers a retry that works', async ({
  shop,
}) => {
  shop.details[rope._id] = { description: 'It flies.' };
  await open('/');
  await expectCount(page.getByRole('article'), LIST_PAGE_SIZE);
  shop.cutOff(DETAILS);
  await goTo(ROPE);
  await expect.element(dialog).toMatchTextContent('Its description could not be loaded.');
  await expect.element(cost).toBeVisible();
  shop.restore();
  await button('Try again', dialog).click();
  await expect.element(dialog).toMatchTextContent('It flies.');
  await expect.element(dialog).not.toMatchTextContent('could not be loaded');
});

test('a product in no list is loading, then failed, then shown after a retry', async ({ shop }) => {
  shop.cutOff(DETAILS);
  const answering = shop.hold(DETAILS);
  await open(`/?category=Footwear&product=${rope._id}`);
  await expect.element(page.getByText('Loading this product')).toBeInTheDocument();
  answering.release();
  await expect.element(page.getByText('This product could not be loaded.')).toBeVisible();
  shop.restore();
  await button('Try again').click();
  await expect.element(dialog).toBeVisible();
});
