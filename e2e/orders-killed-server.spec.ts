/** The server dies with an order: once it is back, the shopper hears of one order (decisions/025). */
import { PLACE, placeOrder, prepareOrder } from './checkout.ts';
import { intercept } from './network.ts';
import { expectUnconfirmed, readyToOrder } from './order-answers.ts';
import { expect, ownShopTest, stored } from './shop.ts';

// They may still have been on their way.
ownShopTest.use({ mayFail: /net::ERR_\w+ \(.*\/(?:pictures\/|favicon)/ });

for (const [when, isPlacedBefore] of [
  ['before it has the order', false],
  ['with the answer in its hand', true],
] as const) {
  ownShopTest(`a server that is killed ${when} @core`, async ({ page, shopper, ownShop }) => {
    await prepareOrder(shopper);
    let isKilled = false;
    await intercept(page, PLACE, async (route) => {
      if (isKilled) return route.fallback();
      isKilled = true;
      if (isPlacedBefore) await route.fetch();
      await ownShop.kill();
      await route.fallback();
    });
    await readyToOrder(page);
    await placeOrder(page).click();
    await expectUnconfirmed(page);
    await ownShop.restart();
    // What a browser says that finds its way back; without it, the page asks a few seconds later.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(page).toHaveURL('/thanks');
    expect((await stored(page)).balance).toBe('4722');
    expect(await shopper.balance()).toBe(4722);
    expect(await shopper.cart()).toEqual([]);
  });
}
