/** An order whose reply was lost is placed once by a real shop (R6.8). */
import { untilScreensAreLoaded } from './alive.ts';
import {
  expectOrdered,
  expectUnconfirmed,
  loseAnswers,
  PLACE,
  placeOrder,
  prepareOrder,
  readyToOrder,
  reconnect,
  sneakers,
} from './checkout.ts';
import { answer, cutOff, intercept, watch } from './network.ts';
import { expect, expectToast, loggedInTest, open } from './shop.ts';

// Pictures may be on their way when the browser goes offline.
loggedInTest.use({ mayFail: /net::ERR_INTERNET_DISCONNECTED/ });

loggedInTest.beforeEach(async ({ shopper }) => prepareOrder(shopper));

loggedInTest(
  'a reply is lost with the connection: the page repeats the order once online, and one order exists @core',
  async ({ page, context, shopper }) => {
    const calls = watch(page, PLACE);
    await readyToOrder(page);
    await loseAnswers(page);
    await placeOrder(page).click();
    await expectUnconfirmed(page);
    await untilScreensAreLoaded(page);
    await context.setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    await page.unrouteAll();
    await context.setOffline(false);
    await expectToast(page, 'Order place succesfully!', 'success');
    await expectOrdered(page, shopper);
    const keys = await Promise.all(calls.map((call) => call.headerValue('idempotency-key')));
    expect(new Set(keys).size).toBe(1);
  },
);

loggedInTest(
  'a repeated request does not order a cart that has changed @core',
  async ({ page, shopper }) => {
    await readyToOrder(page);
    await cutOff(page, PLACE);
    await placeOrder(page).click();
    await expectUnconfirmed(page);
    await shopper.putInCart(sneakers, 3);
    await reconnect(page);
    await expectToast(page, 'Nothing was ordered. Check your cart and try again.', 'error');
    await expect(page.getByText('Your order was not placed.')).toBeVisible();
    await expect(page.getByText('Pay $417 of available $5000')).toBeVisible();
    expect(await shopper.balance()).toBe(5000);
    await placeOrder(page).click();
    await expect(page).toHaveURL('/thanks');
    expect(await shopper.balance()).toBe(5000 - 417);
  },
);

loggedInTest(
  'a redirect to the page of a hotel leaves the order unconfirmed',
  async ({ page, shopper }) => {
    await readyToOrder(page);
    await answer(page, PLACE, { status: 302, headers: { location: '/api/v1/welcome' } });
    await placeOrder(page).click();
    await expectUnconfirmed(page);
    await reconnect(page);
    await expectOrdered(page, shopper);
  },
);

loggedInTest('a reload while the order is on its way finds out', async ({ page, shopper }) => {
  let isPlaced = false;
  await intercept(page, PLACE, async (route) => {
    if (isPlaced) return route.fallback();
    await route.fetch();
    isPlaced = true;
  });
  await readyToOrder(page);
  await placeOrder(page).click();
  await expect.poll(() => isPlaced).toBe(true);
  await page.reload();
  await expectOrdered(page, shopper);
});

loggedInTest(
  'another page that is loaded while the order is in doubt finds out, too',
  async ({ page, shopper }) => {
    await readyToOrder(page);
    await loseAnswers(page);
    await placeOrder(page).click();
    await expectUnconfirmed(page);
    await open(page, '/');
    await expect(page.getByRole('link', { name: 'Check again' })).toBeVisible();
    await reconnect(page);
    await expectOrdered(page, shopper);
  },
);
