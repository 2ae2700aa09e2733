/** The states of the screens /checkout and /thanks. */
import type { Page } from '@playwright/test';
import * as messages from '../contract/messages.ts';
import { answer, cutOff, hold, refuse } from './network.ts';
import { expect, expectToast, open } from './shop.ts';
import { demoProduct } from './shopper.ts';
import { gloves, lamp, type Reach, type State, shopper } from './state.ts';

const sofa = demoProduct('Cognac Leather Sofa');

const LONG_ADDRESS =
  'Flat 3, 77 Long Winding Lane Near The Old Clock Tower, Upper Riverside Quarter, Newtown 90210';

const placeOrderButton = (page: Page) => page.getByRole('button', { name: 'PLACE ORDER' });

const openCheckout: Reach = async (page, someone) => {
  await someone.putInCart(lamp, 2);
  await someone.putInCart(gloves);
  await open(page, '/checkout');
  await expect(placeOrderButton(page)).toBeVisible();
};

const openCheckoutWithAddresses: Reach = async (page, someone) => {
  await someone.saveAddress('12 Harbour Road\nSpringfield 40012');
  await someone.saveAddress(LONG_ADDRESS);
  await openCheckout(page, someone);
  await page.getByRole('radio').first().check();
};

const placeOrder: Reach = async (page, someone) => {
  await openCheckoutWithAddresses(page, someone);
  await placeOrderButton(page).click();
};

export const checkoutStates: State[] = [
  shopper('checkout', 'Checkout, an address selected', openCheckoutWithAddresses),
  shopper('checkout-no-address', 'Checkout without an address', async (page, someone) => {
    await openCheckout(page, someone);
    await expect(page.getByText('No addresses found for this account.')).toBeVisible();
  }),
  shopper('checkout-new-address', 'Checkout, an address being written', async (page, someone) => {
    await openCheckout(page, someone);
    await page.getByRole('button', { name: 'Add new address' }).click();
    await page.getByPlaceholder('Enter your complete address').fill(LONG_ADDRESS);
  }),
  shopper('checkout-not-selected', 'Checkout, no address selected', async (page, someone) => {
    await someone.saveAddress('12 Harbour Road\nSpringfield 40012');
    await someone.saveAddress(LONG_ADDRESS);
    await openCheckout(page, someone);
    await placeOrderButton(page).click();
    await expectToast(page, messages.noAddressSelected);
  }),
  shopper('address-deleted', 'An address that was deleted', async (page, someone) => {
    await openCheckoutWithAddresses(page, someone);
    await page
      .getByRole('button', { name: /^Delete address/ })
      .first()
      .click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  }),
  shopper('checkout-too-dear', 'Checkout with too little in the wallet', async (page, someone) => {
    await someone.saveAddress('12 Harbour Road');
    await someone.putInCart(sofa, 3);
    await open(page, '/checkout');
    await page.getByRole('radio').check();
    await placeOrderButton(page).click();
    await expectToast(page, 'Not have enough balance');
  }),
  shopper('checkout-placing', 'An order on its way', async (page, someone) => {
    await hold(page, 'POST /cart/checkout');
    await placeOrder(page, someone);
    await expect(page.getByText('PLACING ORDER…')).toBeVisible();
  }),
  shopper('checkout-refused', 'An order that was refused', async (page, someone) => {
    await refuse(page, 'POST /cart/checkout', 409, `${lamp.name} is out of stock`);
    await placeOrder(page, someone);
    await expectToast(page, `${lamp.name} is out of stock`);
  }),
  shopper('checkout-unconfirmed', 'An order that is not confirmed', async (page, someone) => {
    await answer(page, 'POST /cart/checkout', { status: 502, body: '<h1>Bad gateway</h1>' });
    await placeOrder(page, someone);
    await expect(page.getByText(messages.orderUnconfirmedHint)).toBeVisible();
    await placeOrderButton(page).scrollIntoViewIfNeeded();
  }),
  shopper('order-unconfirmed', 'The same, elsewhere in the shop', async (page, someone) => {
    await cutOff(page, 'POST /cart/checkout');
    await placeOrder(page, someone);
    await expect(page.getByText(messages.orderUnconfirmedHint)).toBeVisible();
    await open(page, '/');
    await expect(page.getByRole('link', { name: 'Check again' })).toBeVisible();
  }),
  shopper(
    'checkout-cart-gone',
    'An order that another tab was faster with',
    async (page, someone) => {
      await openCheckoutWithAddresses(page, someone);
      const [address] = await someone.saveAddress('To somewhere else');
      await someone.send('POST /cart/checkout', { addressId: address?._id });
      await placeOrderButton(page).click();
      await expect(page.getByText(messages.cartOrderedElsewhere)).toBeVisible();
    },
  ),
  shopper('checkout-empty', 'Checkout with an empty cart', async (page) => {
    await open(page, '/checkout');
    await expect(page.getByText('Cart is empty.')).toBeVisible();
  }),
  shopper('thanks', 'The order is placed', async (page, someone) => {
    await placeOrder(page, someone);
    await expect(page.getByRole('heading', { name: "Yay! It's ordered" })).toBeVisible();
  }),
];
