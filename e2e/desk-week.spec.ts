/**
 * A week of trade at the desk alone, while shoppers buy. Each task has a bound of presses, which `docs/first-day.md` has
 * beside the command for it; what it changes is seen from the shopper's side, and is in the log.
 */
import { deskTest } from './desk.ts';
import { close } from './week/closing.ts';
import { serveCustomers } from './week/customers.ts';
import { arrangeProducts, fillTheShop, join, joinWords } from './week/opening.ts';
import { mend, ship } from './week/orders.ts';
import { placeOrders, visit } from './week/shoppers.ts';
import { Week } from './week/week.ts';

deskTest.use({ settings: { DEMO_CATALOGUE: 'off' } });

deskTest('a week of trade is played at the desk alone @core', async ({ page, desk, browser }) => {
  const week = new Week(page, desk);
  await join(week);
  await fillTheShop(week);
  await arrangeProducts(week);
  await joinWords(week);
  await week.register('mila', 'ben', 'cleo', 'dan', 'eva');
  const mila = await visit(browser, week, week.shopper('mila'));
  const orders = await placeOrders(week, mila);
  await ship(week, orders);
  await mend(week, orders);
  const documents = await serveCustomers(week, mila, orders);
  await close(week, documents);
});
