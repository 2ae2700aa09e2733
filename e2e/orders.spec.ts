/** Placing an order (spec 4, spec 8; decisions, a failed order is a failed order). */
import type { Page } from '@playwright/test';
import {
  boots,
  CHECK,
  expectNoOrder,
  PLACE,
  placeOrder,
  prepareOrder,
  summary,
} from './checkout.ts';
import { answer, cutOff, hold, refuse, watch } from './network.ts';
import { readyToOrder } from './order-answers.ts';
import { expect, expectToast, loggedInTest, pressQuickly, stored } from './shop.ts';

const SUCCESS = 'Order place succesfully!';

loggedInTest.beforeEach(async ({ shopper }) => prepareOrder(shopper));

loggedInTest(
  'spec 4: a placed order says so, reduces the balance, empties the cart and leads to /thanks @phone @core',
  async ({ page, shopper }) => {
    await readyToOrder(page);
    await placeOrder(page).click();
    await expectToast(page, SUCCESS, 'success');
    await expect(page).toHaveURL('/thanks');
    expect((await stored(page)).balance).toBe('4722');
    expect(await shopper.balance()).toBe(4722);
    expect(await shopper.cart()).toEqual([]);
    await page.getByRole('button', { name: 'Continue Shopping' }).click();
    await expect(page.getByText('Cart is empty.')).toBeVisible();
  },
);

loggedInTest(
  'spec 7: the call carries the address, the token, a key and the total shown',
  async ({ page, shopper }) => {
    const [home] = await shopper.saveAddress('The Office');
    const calls = watch(page, PLACE);
    await readyToOrder(page);
    await placeOrder(page).click();
    await expect(page).toHaveURL('/thanks');
    expect(calls[0]?.postDataJSON()).toEqual({ addressId: home?._id });
    expect(await calls[0]?.allHeaders()).toMatchObject({
      authorization: `Bearer ${shopper.token}`,
      'idempotency-key': expect.stringMatching(/^[!-~]{16,128}$/),
      'expected-total': '278',
    });
  },
);

loggedInTest(
  'known defects: a double click, two and ten quick presses place one order each @core',
  async ({ page, shopper }) => {
    const calls = watch(page, PLACE);
    const ways = [
      () => placeOrder(page).dblclick(),
      () => pressQuickly(placeOrder(page), 2),
      () => pressQuickly(placeOrder(page), 10),
    ];
    for (const [i, press] of ways.entries()) {
      await shopper.putInCart(boots, 2);
      await readyToOrder(page);
      await press();
      await expect(page).toHaveURL('/thanks');
      expect(calls).toHaveLength(i + 1);
      expect(await shopper.balance()).toBe(5000 - 278 * (i + 1));
    }
  },
);

loggedInTest(
  'while the order is pending, the button says so and does nothing',
  async ({ page }) => {
    const calls = watch(page, PLACE);
    const answering = await hold(page, PLACE);
    await readyToOrder(page);
    await placeOrder(page).click();
    const placing = page.getByRole('button', { name: 'PLACING ORDER…' });
    await expect(placing).toBeDisabled();
    await placing.click({ force: true });
    answering.release();
    await expect(page).toHaveURL('/thanks');
    expect(calls).toHaveLength(1);
  },
);

loggedInTest(
  'decisions, the wallet is the server’s: the balance comes from the reply',
  async ({ page }) => {
    await answer(page, PLACE, { json: { success: true, balance: 17.25 } });
    await readyToOrder(page);
    await placeOrder(page).click();
    await expect(page).toHaveURL('/thanks');
    expect((await stored(page)).balance).toBe('17.25');
  },
);

loggedInTest(
  'decisions, wire contract: any 2xx reply is a success, whatever its body',
  async ({ page }) => {
    for (const [i, reply] of [
      { status: 200, body: '' },
      { status: 200, contentType: 'text/html', body: '<h1>Thanks</h1>' },
      { status: 201, json: true },
      { status: 200, json: { order: { id: 7 } } },
    ].entries()) {
      await page.unrouteAll();
      await answer(page, PLACE, reply);
      await readyToOrder(page);
      await placeOrder(page).click();
      await expectToast(page, SUCCESS, 'success');
      await expect(page).toHaveURL('/thanks');
      // If the reply has no balance, the page subtracts the total.
      expect((await stored(page)).balance).toBe(String(5000 - 278 * (i + 1)));
      await expect(page.getByText(`2 × ${boots.name}`)).toBeVisible();
    }
  },
);

loggedInTest(
  'decisions, a failed order is a failed order: the message is an error, and balance, page and cart stay',
  async ({ page, shopper }) => {
    await readyToOrder(page);
    for (const [status, message] of [
      [400, 'Not have enough balance'],
      [404, 'Address does not exist'],
      [409, `${boots.name} is out of stock`],
      [422, 'This Idempotency-Key belongs to an order to another address'],
      [500, 'Something went wrong on our side.'],
    ] as const) {
      await page.unrouteAll();
      await refuse(page, PLACE, status, message);
      await placeOrder(page).click();
      await expectToast(page, message, 'error');
      await expectNoOrder(page, shopper);
    }
  },
);

for (const [what, fail] of [
  ['no response', (page: Page) => cutOff(page, PLACE)],
  ['an error without a message', (page: Page) => answer(page, PLACE, { status: 502, body: '' })],
] as const) {
  loggedInTest(
    `spec 8, checkout failure: with ${what} 'Could not placed order.…'`,
    async ({ page, shopper }) => {
      await fail(page);
      await readyToOrder(page);
      await placeOrder(page).click();
      await expectToast(page, `Could not placed order.${CHECK}`, 'error');
      await expectNoOrder(page, shopper);
    },
  );
}

loggedInTest(
  'known defects: a quantity that another tab changed is not ordered before it is shown @core',
  async ({ page, shopper }) => {
    await readyToOrder(page);
    await expect(summary(page)).toContainText('$278');
    await shopper.putInCart(boots, 4);
    await placeOrder(page).click();
    await expectToast(page, 'Prices have changed. Check your cart and try again.', 'error');
    await expect(summary(page)).toContainText('$556');
    expect(await shopper.balance()).toBe(5000);
    await placeOrder(page).click();
    await expect(page).toHaveURL('/thanks');
    expect(await shopper.balance()).toBe(4444);
  },
);
