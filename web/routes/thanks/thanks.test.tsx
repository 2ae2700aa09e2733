/** The order confirmation (R6.9). */
import { vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  HOME,
  lamp,
  orderSneakers,
  PLACE,
  placeOrder,
  readyToOrder,
  sneakers,
} from '../../testing/checkout.ts';
import { demoProduct } from '../../testing/demo-products.ts';
import {
  button,
  expect,
  expectAddress,
  expectCount,
  loggedInTest,
  open,
} from '../../testing/screen.tsx';

const heading = () => page.getByRole('heading', { level: 1 });
const receipt = () => page.getByRole('region', { name: 'Your order' });

async function order(): Promise<void> {
  await placeOrder().click();
  await expectAddress('/thanks');
}

loggedInTest(
  'R6.9: it is ordered, invoice, 7 business days, remaining balance, Continue Shopping',
  async ({ shop }) => {
    shop.putInCart(lamp);
    await readyToOrder(shop);
    await order();
    await expect.element(heading()).toHaveTextContent("Yay! It's ordered");
    for (const text of [
      'invoice for your order shortly',
      'will arrive in 7 business days',
      'Wallet balance: $4572.01',
    ]) {
      await expect.element(page.getByRole('main')).toMatchTextContent(text);
    }
    await button('Continue Shopping').click();
    await expectAddress('/');
  },
);

loggedInTest('the pictures of what was bought are loaded at once', async ({ shop }) => {
  shop.putInCart(lamp);
  await readyToOrder(shop);
  await order();
  const pictures = () => [...receipt().element().querySelectorAll('img')];
  await expect.poll(() => pictures().map(({ loading }) => loading)).toEqual(['eager', 'eager']);
});

loggedInTest.for([390, 1280])(
  'a name of several lines keeps the amount in its box, %s px wide',
  async (width, { shop }) => {
    await page.viewport(width, 800);
    shop.putInCart(
      demoProduct(
        'Ringside Training Gloves & Wrist Straps with Deep Foam Padding and Quick-Drying Lining',
      ),
      3,
    );
    shop.saveAddress(HOME);
    await open('/checkout');
    await order();
    await expectCount(receipt().getByRole('listitem'), 1);
    const line = receipt().getByRole('listitem').element();
    const box = line.getBoundingClientRect();
    for (const part of line.querySelectorAll('p, p *')) {
      const { top, bottom, left, right } = part.getBoundingClientRect();
      expect(top).toBeGreaterThanOrEqual(box.top);
      expect(bottom).toBeLessThanOrEqual(box.bottom);
      expect(left).toBeGreaterThanOrEqual(box.left);
      expect(right).toBeLessThanOrEqual(box.right);
    }
  },
);

loggedInTest('a shop says how many business days it takes', async ({ shop }) => {
  orderSneakers(shop);
  await open('/thanks', { locale: 'de-DE', delivery: { businessDays: 1 } });
  const main = page.getByRole('main');
  await expect.element(main).toMatchTextContent('will arrive in 1 business day.');
  await expect.element(main).toMatchTextContent('Arrives by Freitag, 20. November 2026');
});

loggedInTest.for([
  { tells: 'nothing', json: { success: true }, total: 'Total$278' },
  // Another backend may compute with floats.
  { tells: 'a float', json: { total: 0.1 + 0.2, balance: 4999.7 }, total: 'Total$0.30' },
])(
  'R6.9: a reply that tells $tells leaves what the shopper saw',
  async ({ json, total }, { shop }) => {
    shop.answer(PLACE, { json });
    await readyToOrder(shop);
    await order();
    await expectCount(receipt().getByRole('listitem'), 1);
    await expect.element(receipt()).toMatchTextContent(total);
    await expect.element(page.getByRole('main')).not.toMatchTextContent('Order number');
  },
);

loggedInTest('once the invoice is issued, /thanks leads to it', async ({ shop }) => {
  orderSneakers(shop);
  shop.orders = shop.orders.map((one) => ({ ...one, invoice: '2026-000001' }));
  await open('/thanks');
  await page.getByRole('link', { name: 'Your invoice 2026-000001' }).click();
  await expect.element(heading()).toHaveTextContent('Invoice 2026-000001');
});

loggedInTest('R6.9: without an order it still has its words and the balance', async () => {
  await open('/thanks');
  await expect.element(heading()).toHaveTextContent("Yay! It's ordered");
  await expect.element(page.getByText('Wallet balance: $5000')).toBeVisible();
  await expectCount(receipt(), 0);
});

loggedInTest('without an order it shows the last one, and says so', async ({ shop }) => {
  orderSneakers(shop);
  await open('/thanks');
  await expect.element(page.getByText('This is your last order:')).toBeVisible();
  await expect.element(receipt()).toMatchTextContent('Total$278');
});

loggedInTest(
  'it shows pictures of what was bought, the days that are known, and a number to copy',
  async ({ shop }) => {
    orderSneakers(shop);
    shop.orders = shop.orders.map((one) => ({
      ...one,
      status: 'shipped',
      placedAt: '2026-11-11T10:00:00.000Z',
      history: [{ status: 'shipped', at: '2026-11-12T10:00:00.000Z' }],
    }));
    const written: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
      written.push(text);
    });
    await open('/thanks');
    const picture = receipt().getByRole('presentation');
    await expect.element(picture).toHaveAttribute('src', sneakers.image);
    const steps = page.getByRole('list', { name: 'Steps of your order' }).getByRole('listitem');
    await expectCount(steps, 3);
    await expect.element(steps.nth(0)).toMatchTextContent('Ordered November 11, 2026');
    await expect.element(steps.nth(1)).toMatchTextContent('Shipped November 12, 2026');
    await expect.element(steps.nth(2)).toMatchTextContent('Arrives by Friday, November 20, 2026');
    await button('Copy').click();
    await expect.element(button('Copied')).toBeVisible();
    expect(written).toEqual(['20EB-0000']);
  },
);
