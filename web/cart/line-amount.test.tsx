/** The amount of a line is the same on every screen (R5.4). */
import { page } from 'vitest/browser';
import {
  HOME,
  lamp,
  orders,
  placeOrder,
  selectAddress,
  sneakers,
  summary,
} from '../testing/checkout.ts';
import {
  cartPanel,
  expect,
  expectAddress,
  expectCount,
  goTo,
  loggedInTest,
  open,
} from '../testing/screen.tsx';

const SEVERAL = /2 × \$139\$278$/;
const ONE = /^[^×]*\$149\.99$/;

/** @param part has one line of two products and one of one product */
async function expectAmounts(part: ReturnType<typeof summary>): Promise<void> {
  const lines = part.getByRole('listitem');
  await expectCount(lines, 2);
  await expect.element(lines.first()).toMatchTextContent(SEVERAL);
  await expect.element(lines.last()).toMatchTextContent(ONE);
}

loggedInTest(
  'a line shows what one costs, and for several also the product of both',
  async ({ shop }) => {
    shop.putInCart(sneakers, 2);
    shop.putInCart(lamp);
    shop.saveAddress(HOME);
    await open('/');
    await expectAmounts(cartPanel());
    await goTo('/checkout');
    await expectAmounts(summary());
    await selectAddress(HOME);
    await placeOrder().click();
    await expectAddress('/thanks');
    await expectAmounts(page.getByRole('region', { name: 'Your order' }));
    await goTo('/orders');
    await expectAmounts(orders());
  },
);
