/** Adding to the cart and changing it in a real shop (R5). What needs no server is in `web/cart/`. */
import { gate } from './network.ts';
import {
  card,
  cartLine,
  cartPanel,
  expect,
  loggedInTest,
  open,
  openCart,
  stepper,
} from './shop.ts';
import { demoProduct } from './shopper.ts';

const sneakers = demoProduct('Summit Leather High-Tops');

loggedInTest(
  'R5.3: adding puts one into the cart, and the stepper changes it down to nothing @phone @core',
  async ({ page, shopper }) => {
    await open(page, '/');
    await card(page, sneakers.name).getByRole('button').click();
    await openCart(page);
    const line = cartLine(page, sneakers.name);
    await expect(stepper(line)).toHaveText('1');
    await expect(line.locator('img')).toBeVisible();
    expect(await shopper.cart()).toEqual([{ productId: sneakers._id, qty: 1 }]);

    await line.getByRole('button', { name: 'Increase' }).click();
    await expect(cartPanel(page)).toContainText('Order total$278');
    expect(await shopper.cart()).toEqual([{ productId: sneakers._id, qty: 2 }]);

    await line.getByRole('button', { name: 'Decrease' }).click();
    await expect(cartPanel(page)).toContainText('Order total$139');
    await line.getByRole('button', { name: 'Decrease' }).click();
    await expect(cartPanel(page)).toContainText('Cart is empty.');
    await expect.poll(() => shopper.cart()).toEqual([]);
  },
);

loggedInTest('an empty cart shows no part of its drawing before the whole', async ({ page }) => {
  const { pass, release } = gate();
  await page.route('**/scenes-*.js', pass);
  await open(page, '/');
  await expect(cartPanel(page)).toContainText('Cart is empty.');
  const shapes = cartPanel(page).locator('svg > *');
  await expect(shapes).toHaveCount(0);
  release();
  await expect(shapes).not.toHaveCount(0);
});
