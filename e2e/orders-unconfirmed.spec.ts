/** An order whose reply was lost is retried, and placed once (decisions/025). */
import {
  address,
  boots,
  CHECK,
  HOME,
  PLACE,
  placeOrder,
  prepareOrder,
  summary,
} from './checkout.ts';
import { cutOff, intercept, isCall, watch } from './network.ts';
import {
  checkAgain,
  expectThanks,
  expectUnconfirmed,
  loseNextAnswer,
  loseNextOrder,
  NOT_PLACED,
  readyToOrder,
  readyWithoutTime,
} from './order-answers.ts';
import { expect, expectToast, loggedInTest, pressQuickly, stored } from './shop.ts';
import { demoProduct } from './shopper.ts';

/** Another cart of $278. */
const sameTotal = [
  'Two-Tone Leather Handbag',
  'Cornflower Summer Dress',
  "Painter's Wooden Palette",
].map(demoProduct);

loggedInTest.beforeEach(async ({ shopper }) => prepareOrder(shopper));

loggedInTest(
  'a reply is lost with the connection: a note says so, the page retries once online, and one order exists @phone @core',
  async ({ page, context, shopper }) => {
    const calls = watch(page, PLACE);
    await loseNextAnswer(page);
    await readyWithoutTime(page);
    await placeOrder(page).click();
    await expectToast(page, `Could not placed order.${CHECK}`, 'error');
    await expectUnconfirmed(page);
    await expect(page.getByText('Pay $278 of available $5000')).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    await context.setOffline(false);
    await expect.poll(() => calls.length).toBe(2);
    await expectThanks(page);
    await expectToast(page, 'Order place succesfully!', 'success');
    expect((await stored(page)).balance).toBe('4722');
    expect(await shopper.balance()).toBe(4722);
    const keys = await Promise.all(calls.map((call) => call.headerValue('idempotency-key')));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  },
);

loggedInTest(
  'an order that did not get through is sent again after a pause, to the same address',
  async ({ page, shopper }) => {
    await shopper.saveAddress('The Office');
    const calls = watch(page, PLACE);
    await loseNextOrder(page);
    await readyWithoutTime(page);
    await placeOrder(page).click();
    await expectUnconfirmed(page);
    // The address of the order can't be changed any more.
    await expect(address(page, HOME)).toBeChecked();
    await expect(address(page, 'The Office')).toBeDisabled();
    await page.clock.fastForward(3_900);
    expect(calls).toHaveLength(1);
    await page.clock.fastForward(200);
    await expect.poll(() => calls.length).toBe(2);
    await expectThanks(page);
    expect(await shopper.balance()).toBe(4722);
    expect(calls.map((call) => call.postData())).toEqual(Array(2).fill(calls[0]?.postData()));
  },
);

loggedInTest(
  'more presses on PLACE ORDER meanwhile repeat the same order',
  async ({ page, shopper }) => {
    const calls = watch(page, PLACE);
    await loseNextAnswer(page);
    await readyWithoutTime(page);
    await placeOrder(page).click();
    await expectUnconfirmed(page);
    await pressQuickly(placeOrder(page), 3);
    await page.clock.runFor(10);
    await expectThanks(page);
    expect(calls).toHaveLength(2);
    expect(await shopper.balance()).toBe(4722);
  },
);

for (const [what, isOnItsWay] of [
  ['in doubt', false],
  ['on its way', true],
] as const) {
  loggedInTest(`a reload while the order is ${what} finds out`, async ({ page, shopper }) => {
    let isPlaced = false;
    await intercept(page, PLACE, async (route) => {
      if (isPlaced) return route.fallback();
      await route.fetch();
      isPlaced = true;
      if (!isOnItsWay) await route.abort();
    });
    await readyWithoutTime(page);
    await placeOrder(page).click();
    if (!isOnItsWay) await expectUnconfirmed(page);
    await expect.poll(() => isPlaced).toBe(true);
    await page.reload();
    await expectThanks(page);
    await expect(page.getByText(`2 × ${boots.name}`)).toBeVisible();
    expect((await stored(page)).balance).toBe('4722');
    expect(await shopper.balance()).toBe(4722);
  });
}

loggedInTest('a tab that crashed finds out when it is restored', async ({ page, shopper }) => {
  const call = page.waitForRequest('**/cart/checkout');
  await intercept(page, PLACE, async (route) => {
    await route.fetch();
    await page.close();
  });
  await readyToOrder(page);
  const closed = page.waitForEvent('close');
  let kept = '';
  await page.exposeFunction('keep', (text: string) => {
    kept = text;
  });
  // Save session storage, which a browser has on disk when the tab crashes.
  await page.evaluate(() => {
    const { fetch } = window;
    window.fetch = async (...request) => {
      await (window as unknown as { keep(text: string): Promise<void> }).keep(
        JSON.stringify(sessionStorage),
      );
      return fetch(...request);
    };
  });
  await placeOrder(page).click({ noWaitAfter: true });
  await Promise.all([call, closed]);
  const restored = await page.context().newPage();
  await restored.addInitScript((text) => {
    for (const [name, value] of Object.entries<string>(JSON.parse(text))) {
      if (location.pathname === '/checkout') sessionStorage.setItem(name, value);
    }
  }, kept);
  await restored.goto('/checkout');
  await expect(restored).toHaveURL('/thanks');
  expect((await stored(restored)).balance).toBe('4722');
  expect(await shopper.balance()).toBe(4722);
});

loggedInTest(
  'a retry that is refused says that nothing was ordered, and why',
  async ({ page, shopper }) => {
    await loseNextOrder(page);
    await readyWithoutTime(page);
    await placeOrder(page).click();
    await expectUnconfirmed(page);
    await shopper.send('POST /cart', { productId: boots._id, qty: 3 });
    await checkAgain(page).click();
    await expectToast(page, 'Prices have changed. Check your cart and try again.', 'error');
    await expect(page.getByText(NOT_PLACED)).toBeVisible();
    await expect(page.getByText('Pay $417 of available $5000')).toBeVisible();
    expect(await shopper.balance()).toBe(5000);
    await placeOrder(page).click();
    await expectThanks(page);
    expect(await shopper.balance()).toBe(5000 - 417);
  },
);

loggedInTest('a retry does not order another cart of the same total', async ({ page, shopper }) => {
  await loseNextOrder(page);
  await readyWithoutTime(page);
  await placeOrder(page).click();
  await expectUnconfirmed(page);
  await shopper.putInCart(boots, 0);
  for (const product of sameTotal) await shopper.putInCart(product);
  await checkAgain(page).click();
  await expect(page.getByText(NOT_PLACED)).toBeVisible();
  await expect(page.getByText('Pay $278 of available $5000')).toBeVisible();
  expect(await shopper.balance()).toBe(5000);
});

loggedInTest('a press counts for half an hour', async ({ page, shopper }) => {
  await loseNextOrder(page);
  await readyWithoutTime(page);
  await placeOrder(page).click();
  await expectUnconfirmed(page);
  await page.clock.fastForward(31 * 60_000);
  await expect(page.getByText(NOT_PLACED)).toBeVisible();
  expect(await shopper.balance()).toBe(5000);
});

loggedInTest('an order that was placed is found later, too', async ({ page, shopper }) => {
  await loseNextAnswer(page);
  await readyWithoutTime(page);
  await placeOrder(page).click();
  await expectUnconfirmed(page);
  await page.clock.fastForward(31 * 60_000);
  await expectThanks(page);
  expect(await shopper.balance()).toBe(4722);
});

loggedInTest('on other screens a note leads back to the order', async ({ page, shopper }) => {
  await loseNextAnswer(page);
  await readyWithoutTime(page);
  await placeOrder(page).click();
  await expectUnconfirmed(page);
  await page.goto('/');
  await page.clock.resume();
  await page.getByRole('link', { name: 'Check again' }).click();
  await expectThanks(page);
  expect(await shopper.balance()).toBe(4722);
  await page.getByRole('button', { name: 'Continue Shopping' }).click();
  await expect(page.getByRole('link', { name: 'Check again' })).toHaveCount(0);
});

loggedInTest('the note stays if the cart is empty by then', async ({ page, shopper }) => {
  await loseNextAnswer(page);
  await readyWithoutTime(page);
  await placeOrder(page).click();
  await expectUnconfirmed(page);
  await cutOff(page, PLACE);
  const askedInVain = page.waitForEvent('requestfailed', (request) => isCall(PLACE, request));
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await askedInVain;
  await expect(summary(page)).toContainText('Cart is empty.');
  await expectUnconfirmed(page);
  await page.unrouteAll();
  await checkAgain(page).click();
  await expectThanks(page);
  expect(await shopper.balance()).toBe(4722);
});
