/** The server is killed during an order. Once it is back, the shopper has exactly one order (R6.8). */
import { untilScreensAreLoaded } from './alive.ts';
import {
  expectOrdered,
  expectUnconfirmed,
  PLACE,
  placeOrder,
  prepareOrder,
  readyToOrder,
} from './checkout.ts';
import { intercept } from './network.ts';
import { expect, ownShopTest } from './shop.ts';

// Pictures may be loading when the server is killed.
ownShopTest.use({ mayFail: /net::ERR_\w+ \(.*\/(?:pictures\/|favicon)/ });

for (const [when, isPlacedBefore] of [
  ['before the order arrives', false],
  ['before its reply is sent', true],
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
    await untilScreensAreLoaded(page);
    await placeOrder(page).click();
    await expectUnconfirmed(page);
    await ownShop.restart();
    // The browser fires this event when it is online again. Without it, the page retries some seconds later.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expectOrdered(page, shopper);
    expect(await shopper.cart()).toEqual([]);
  });
}
