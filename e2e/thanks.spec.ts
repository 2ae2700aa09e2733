/** The order confirmation (spec 2, thanks). */
import type { Page } from '@playwright/test';
import { boots, HOME, headphones, PLACE, placeOrder, selectAddress } from './checkout.ts';
import { answer } from './network.ts';
import { expect, loggedInTest, open, test, toast } from './shop.ts';

async function order(page: Page): Promise<void> {
  await open(page, '/checkout');
  await selectAddress(page, HOME);
  await placeOrder(page).click();
  await expect(page).toHaveURL('/thanks');
}

loggedInTest.beforeEach(async ({ shopper }) => {
  await shopper.putInCart(boots, 2);
  await shopper.putInCart(headphones);
  await shopper.saveAddress(HOME);
});

loggedInTest(
  'spec 2, thanks: it is ordered, invoice, 7 business days, remaining balance, Continue Shopping @phone',
  async ({ page }) => {
    await order(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("Yay! It's ordered");
    const main = page.getByRole('main');
    await expect(main).toContainText('invoice for your order shortly');
    await expect(main).toContainText('will arrive in 7 business days');
    await expect(main).toContainText('Wallet balance: $4572.01');
    await page.getByRole('button', { name: 'Continue Shopping' }).click();
    await expect(page).toHaveURL('/');
  },
);

loggedInTest(
  'decisions, in the browser: it shows the order of the checkout reply, and survives a reload',
  async ({ page }) => {
    const replied = page.waitForResponse((response) => response.url().endsWith('/cart/checkout'));
    await order(page);
    const { orderId, deliverBy } = await (await replied).json();
    for (const reload of [false, true]) {
      if (reload) await page.reload();
      const receipt = page.getByRole('region', { name: 'Your order' });
      await expect(receipt.getByRole('listitem')).toHaveText([
        `2 × ${boots.name}$278`,
        `1 × ${headphones.name}$149.99`,
      ]);
      await expect(receipt).toContainText('Total$427.99');
      await expect(receipt).toContainText(`Order number ${orderId}`);
      await expect(receipt).toContainText(
        `${Number(deliverBy.slice(-2))}, ${deliverBy.slice(0, 4)}`,
      );
      await expect(page.getByText('Wallet balance: $4572.01')).toBeVisible();
    }
  },
);

loggedInTest(
  'decisions, in the browser: a reply that tells nothing leaves what the shopper saw',
  async ({ page }) => {
    await answer(page, PLACE, { json: { success: true } });
    await order(page);
    const receipt = page.getByRole('region', { name: 'Your order' });
    await expect(receipt.getByRole('listitem')).toHaveCount(2);
    await expect(receipt).toContainText('Total$427.99');
    await expect(receipt).not.toContainText('Order number');
  },
);

loggedInTest('going back from it does not order again', async ({ page, shopper }) => {
  await order(page);
  await page.goBack();
  await expect(page.getByText('Cart is empty.')).toBeVisible();
  expect(await shopper.balance()).toBe(4572.01);
});

loggedInTest(
  'spec 2, thanks: without an order it still has its words and the balance',
  async ({ page }) => {
    await open(page, '/thanks');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("Yay! It's ordered");
    await expect(page.getByText('Wallet balance: $5000')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Your order' })).toHaveCount(0);
  },
);

test('spec 6: without a token it redirects to /, and says nothing', async ({ page }) => {
  await open(page, '/thanks');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(toast(page)).toHaveCount(0);
});

loggedInTest('a total that another backend sends as a float is shown', async ({ page }) => {
  await answer(page, PLACE, { json: { success: true, total: 0.1 + 0.2, balance: 4999.7 } });
  await open(page, '/checkout');
  await selectAddress(page, HOME);
  await placeOrder(page).click();
  await expect(page).toHaveURL('/thanks');
  await expect(page.getByText('Total$0.30')).toBeVisible();
});
