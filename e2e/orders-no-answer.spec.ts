/** Replies that leave an order unconfirmed, and the time until a request counts as lost (decisions/025). */
import { expectNoOrder, PLACE, placeOrder, prepareOrder } from './checkout.ts';
import { answer, intercept, watch } from './network.ts';
import { checkAgain, expectThanks, expectUnconfirmed, readyWithoutTime } from './order-answers.ts';
import { expect, loggedInTest } from './shop.ts';

loggedInTest.beforeEach(async ({ shopper }) => prepareOrder(shopper));

for (const [what, reply] of [
  ['a page of something in between', { status: 502, body: '<h1>Bad gateway</h1>' }],
  ['a refusal that isn’t the shop’s', { status: 403, body: '<h1>Forbidden</h1>' }],
  ['a hotel’s way to its own page', { status: 302, headers: { location: '/api/v1/welcome' } }],
  ['an error', { status: 500, json: { message: 'Something went wrong on our side.' } }],
  ['too many requests', { status: 429, json: { message: 'Too many requests. Try again later.' } }],
  ['a commit in doubt', { status: 503, json: { message: 'The shop is busy. Try again.' } }],
] as const) {
  loggedInTest(`no answer: ${what}`, async ({ page, shopper }) => {
    await readyWithoutTime(page);
    await answer(page, PLACE, reply);
    await placeOrder(page).click();
    await expectUnconfirmed(page);
    await expectNoOrder(page, shopper);
    await page.unrouteAll();
    await checkAgain(page).click();
    await expectThanks(page);
    expect(await shopper.balance()).toBe(4722);
  });
}

loggedInTest('an order is not retried before the Retry-After of a busy shop', async ({ page }) => {
  await readyWithoutTime(page);
  const calls = watch(page, PLACE);
  await answer(page, PLACE, { status: 503, headers: { 'retry-after': '30' }, body: '' });
  await placeOrder(page).click();
  await expectUnconfirmed(page);
  await page.unrouteAll();
  await page.clock.fastForward(29_000);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  expect(calls).toHaveLength(1);
  await page.clock.fastForward(1_500);
  await expect.poll(() => calls.length).toBe(2);
  await expectThanks(page);
});

loggedInTest(
  'a reply that takes longer than 20 seconds is lost; coming back to the tab retries',
  async ({ page, shopper }) => {
    let tries = 0;
    const placed = Promise.withResolvers<void>();
    await intercept(page, PLACE, async (route) => {
      if (tries++ > 0) return route.fallback();
      await route.fetch();
      placed.resolve();
    });
    await readyWithoutTime(page);
    await placeOrder(page).click();
    await placed.promise;
    await page.clock.fastForward(19_000);
    await expect(page.getByRole('button', { name: 'PLACING ORDER…' })).toBeVisible();
    await page.clock.fastForward(2_000);
    await expectUnconfirmed(page);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expectThanks(page);
    expect(await shopper.balance()).toBe(4722);
  },
);
