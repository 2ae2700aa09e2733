/** From an address to the thanks page in a real shop (R6). What needs no server is in `web/routes/`. */
import { paths } from '../contract/paths.ts';
import { PLACE, placeOrder, sneakers } from './checkout.ts';
import { watch } from './network.ts';
import {
  expect,
  expectToast,
  loggedInTest,
  open,
  pressQuickly,
  stored,
  test,
  toast,
} from './shop.ts';

loggedInTest(
  'R6.7: a shopper adds and deletes an address, and orders once; the receipt survives a reload @phone @core',
  async ({ page, shopper }) => {
    await shopper.putInCart(sneakers, 2);
    await shopper.saveAddress('The Office');
    const loaded = watch(page, 'GET *');
    // However slow the machine is, nothing that was loaded becomes stale.
    await page.clock.setFixedTime(Date.now());
    await open(page, '/checkout');
    await page.getByRole('button', { name: 'Add new address' }).click();
    // Hydration sends no request a second time.
    const asked = () => loaded.map((request) => new URL(request.url()).pathname).sort();
    await expect.poll(asked).toEqual([paths.cart, paths.products, paths.addresses, paths.wallet]);

    await page.getByPlaceholder('Enter your complete address').fill('1 Lane\nFarm House');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Delete address The Office' }).click();
    // The address is gone, and the page may have scrolled to what stands in its place.
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
    await expect(page.getByRole('radio')).toHaveCount(1);
    await page.getByText('Farm House').click();
    await expect(page.getByRole('radio')).toBeChecked();
    await expect(page.getByText('Pay $278 of available $5000')).toBeVisible();

    const calls = watch(page, PLACE);
    const replied = page.waitForResponse('**/cart/checkout');
    await pressQuickly(placeOrder(page), 10);
    await expectToast(page, 'Order place succesfully!', 'success');
    await expect(page).toHaveURL('/thanks');
    const { number, deliverBy } = await (await replied).json();
    for (const reload of [false, true]) {
      if (reload) await page.reload();
      const receipt = page.getByRole('region', { name: 'Your order' });
      await expect(receipt.getByRole('listitem')).toHaveText(`${sneakers.name}2 × $139$278`);
      await expect(receipt).toContainText('Total$278');
      await expect(page.getByText(`Order number ${number}`)).toBeVisible();
      await expect(page.getByRole('list', { name: 'Steps of your order' })).toContainText(
        `${Number(deliverBy.slice(-2))}, ${deliverBy.slice(0, 4)}`,
      );
      await expect(page.getByText('Wallet balance: $4722')).toBeVisible();
    }
    await page.goBack();
    await expect(page.getByText('Cart is empty.')).toBeVisible();
    expect(calls).toHaveLength(1);
    expect(await shopper.balance()).toBe(4722);
    expect(await shopper.cart()).toEqual([]);
    expect((await stored(page)).balance).toBe('4722');
  },
);

test('R1.7: a screen that needs a token leads a visitor away when it is loaded', async ({
  page,
}) => {
  await Promise.all([
    open(page, '/checkout'),
    expectToast(page, 'You must be logged in to access checkout page', 'info'),
  ]);
  await expect(page).toHaveURL('/');
  for (const [path, destination] of [
    ['/thanks', '/'],
    ['/orders', '/login'],
    ['/account', '/login'],
  ] as const) {
    await open(page, path);
    await expect(page).toHaveURL(destination);
    await expect(toast(page)).toHaveCount(0);
  }
});
