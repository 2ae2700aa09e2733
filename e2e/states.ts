/**
 * Every visible state of every screen (docs/states.md), for the screenshots and for the tests that check
 * every state.
 */
import type { Page } from '@playwright/test';
import * as messages from '../contract/messages.ts';
import * as pageMessages from '../contract/page-messages.ts';
import {
  askToDelete,
  cutOffDeletion,
  refusePassword,
  refuseToDelete,
  showAccount,
  showNewCodes,
} from './account-states.ts';
import { untilAlive } from './alive.ts';
import { answer, cutOff, hold, refuse } from './network.ts';
import {
  askToCancel,
  failToLoadOrders,
  showCreditNote,
  showEveryStatus,
  showInvoice,
  showNoOrders,
} from './order-states.ts';
import { answerDetails, dialogOf, interceptDetails, openFromCard } from './product-dialog.ts';
import { card, cartPanel, expect, expectToast, open, openCart, searchBox } from './shop.ts';
import { demoProduct, type Shopper } from './shopper.ts';

export interface State {
  /** The name of the state and of its picture. */
  name: string;
  /** A sentence about what is visible. */
  shows: string;
  /** Brings the page into the state. If the state needs a shopper, this one is logged in. */
  reach(page: Page, shopper: Shopper): Promise<void>;
  needsShopper: boolean;
}

const headphones = demoProduct('Studio Wireless Headphones');
const guitar = demoProduct('Backstage Electric Guitar');
const ring = demoProduct('Aquamarine Engagement Ring');
const snorkel = demoProduct(
  'Reef Explorer Snorkel & Mask Set with Wide-View Lens and Soft Silicone Mouthpiece',
);

const LONG_ADDRESS =
  'Flat 3, 77 Long Winding Lane Near The Old Clock Tower, Upper Riverside Quarter, Newtown 90210';

const DESCRIPTION =
  'Closed, over-ear headphones for long days: soft cushions, 40 hours on one charge, and a switch that lets the room in when somebody speaks to you. Comes with a cable for planes and a case that fits into a coat.';

type Reach = State['reach'];

const visitor = (name: string, shows: string, reach: (page: Page) => Promise<void>): State => ({
  name,
  shows,
  reach,
  needsShopper: false,
});
const shopper = (name: string, shows: string, reach: Reach): State => ({
  name,
  shows,
  reach,
  needsShopper: true,
});

const placeOrderButton = (page: Page) => page.getByRole('button', { name: 'PLACE ORDER' });

const openWithCart: Reach = async (page, someone) => {
  await someone.putInCart(headphones, 2);
  await someone.putInCart(snorkel);
  await open(page, '/');
  await expect(cartPanel(page).getByText(headphones.name)).toBeVisible();
};

const openCheckout: Reach = async (page, someone) => {
  await someone.putInCart(headphones, 2);
  await someone.putInCart(snorkel);
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

export const states: State[] = [
  visitor('products', 'The products, for a visitor', (page) => open(page, '/')),
  shopper('products-empty-cart', 'The products, with an empty cart', async (page) => {
    await open(page, '/');
    await expect(cartPanel(page)).toBeVisible();
  }),
  shopper('products-cart', 'The products, with a cart', openWithCart),
  shopper('cart-sheet', 'The cart; a sheet over the products on a phone', async (page, someone) => {
    await someone.putInCart(headphones, 2);
    await someone.putInCart(snorkel);
    await open(page, '/');
    await openCart(page);
  }),
  shopper('products-many-lines', 'A cart longer than the window', async (page, someone) => {
    for (const name of MANY) await someone.putInCart(demoProduct(name));
    await open(page, '/');
    await expect(cartPanel(page).getByRole('listitem')).toHaveCount(MANY.length);
  }),
  visitor('products-loading', 'Nothing to show yet', async (page) => {
    await hold(page, 'GET /products');
    await open(page, '/login');
    await page.getByRole('button', { name: 'Back to explore' }).click();
    await expect(page.getByText('Loading Products')).toBeVisible();
  }),
  visitor('products-failed', 'The products could not be loaded', async (page) => {
    await cutOff(page, 'GET /products');
    await open(page, '/login');
    await page.getByRole('button', { name: 'Back to explore' }).click();
    await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  }),
  visitor('products-none', 'A shop that sells nothing yet', async (page) => {
    await answer(page, 'GET /products', { json: [] });
    await answer(page, 'GET /products/facets', { status: 404, json: { message: 'Not found' } });
    await open(page, '/login');
    await page.getByRole('button', { name: 'Back to explore' }).click();
    await expect(page.getByText('Nothing is on sale at the moment.')).toBeVisible();
  }),
  visitor('search-results', 'What a search found', async (page) => {
    await open(page, '/?value=garden');
    await expect(page.getByRole('heading', { name: 'Results for “garden”' })).toBeVisible();
  }),
  visitor('search-nothing', 'A search that found nothing', async (page) => {
    await open(page, '/?value=submarine');
    await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  }),
  visitor('search-corrected', 'A search that looked like a typo', async (page) => {
    await open(page, '/?value=gitar');
    await expect(page.getByRole('link', { name: 'Search for “gitar” instead' })).toBeVisible();
  }),
  visitor('search-relaxed', 'A search of which nothing has all words', async (page) => {
    await open(page, '/?value=red%20running%20shoes');
    const sentence = 'No product has all of these words. The first results have “running shoes”.';
    await expect(page.getByText(sentence)).toBeVisible();
  }),
  visitor('suggestions', 'Suggestions while one types, one of them highlighted', async (page) => {
    await open(page, '/');
    await searchBox(page).pressSequentially('kitch');
    await expect(page.getByRole('option')).not.toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Results for “kitch”' })).toBeVisible();
    await searchBox(page).press('ArrowDown');
  }),
  visitor('filters-chosen', 'Filters that are set, and another order', async (page) => {
    await open(page, '/?category=Footwear&minCost=20&minRating=4&sort=price');
    await expect(page.getByText('3 products')).toBeVisible();
  }),
  visitor('filters-open', 'All that can be set: on a phone, opened', async (page) => {
    await open(page, '/?value=garden&minRating=4');
    const more = page.getByRole('region', { name: 'Filters' }).locator('summary');
    if (await more.isVisible()) await more.click();
    await expect(page.getByLabel('Sort by')).toBeVisible();
  }),
  visitor('filters-wrong', 'A price range that makes no sense', async (page) => {
    await open(page, '/?category=Garden');
    const filters = page.getByRole('region', { name: 'Filters' });
    if (await filters.locator('summary').isVisible()) await filters.locator('summary').click();
    await filters.getByLabel('Lowest price').fill('50');
    await filters.getByLabel('Highest price').fill('20');
    await page.keyboard.press('Enter');
    await expect(filters.getByRole('alert')).toBeVisible();
  }),
  visitor('filters-nothing', 'Filters that leave nothing', async (page) => {
    await open(page, '/?category=Footwear&minCost=5000');
    await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible();
  }),
  visitor('search-running', 'A search on its way: what was there stays, dimmed', async (page) => {
    await hold(page, 'GET /products/search?value=garden');
    await open(page, '/');
    await searchBox(page).fill('garden');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Loading Products')).toBeVisible();
  }),
  visitor('product-extremes', 'Long name, high price, no rating, broken picture', async (page) => {
    const extreme = { ...snorkel, cost: 999_999.99, rating: 0, image: '/pictures/none.webp' };
    await answer(page, 'GET /products', { json: [extreme, headphones] });
    await open(page, '/login');
    await page.getByRole('button', { name: 'Back to explore' }).click();
    await expect(card(page, snorkel.name).getByText('Not rated yet')).toBeVisible();
  }),
  visitor('product-dialog', 'One product, with all that is known of it', async (page) => {
    await answerDetails(page, headphones, {
      brand: 'Clearwave',
      description: DESCRIPTION,
      stock: 3,
    });
    await open(page, '/');
    await openFromCard(page, headphones);
    await expect(page.getByText('Only 3 left')).toBeVisible();
  }),
  visitor('product-dialog-plain', 'One product without brand and description', async (page) => {
    await open(page, `/?product=${guitar._id}`);
    await expect(dialogOf(page, guitar)).toBeVisible();
  }),
  visitor('product-dialog-loading', 'Its details are on their way', async (page) => {
    await interceptDetails(page, () => new Promise(() => {}));
    await open(page, '/');
    await openFromCard(page, headphones);
    await expect(page.getByText('Loading description')).toBeVisible();
  }),
  visitor('product-dialog-failed', 'Its details could not be loaded', async (page) => {
    await interceptDetails(page, (route) => route.abort());
    await open(page, '/');
    await openFromCard(page, headphones);
    await expect(page.getByText('could not be loaded')).toBeVisible();
  }),
  visitor(
    'product-dialog-extremes',
    'Sold out, long texts, high price, no rating, broken picture',
    async (page) => {
      const extreme = {
        name: `${snorkel.name} ${'Ultra'.repeat(22)}`,
        cost: 999_999.99,
        rating: 0,
        image: '/pictures/none.webp',
      };
      const description = `${DESCRIPTION} ${'Unbreakable'.repeat(20)} `.repeat(20).slice(0, 10_000);
      const details = { brand: 'Marianas & Daughters '.repeat(4), description, stock: 0 };
      await answerDetails(page, { ...snorkel, ...extreme }, details);
      await open(page, `/?product=${snorkel._id}`);
      await expect(page.getByText('Out of stock', { exact: true })).toBeVisible();
    },
  ),
  visitor('product-dialog-options', 'The variants of a product: none is chosen', async (page) => {
    const variant = (option: string, cost: number, stock: number | null) => ({
      ...headphones,
      _id: `${headphones._id}-${option}`,
      name: `${headphones.name}, ${option}`,
      group: headphones._id,
      ...{ option, cost, stock },
    });
    const first = variant('Black', 149.99, null);
    const variants = [first, variant('Sand', 159.99, 4), variant('Ruby', 159.99, 0)];
    await answer(page, 'GET /products', { json: [first] });
    await answerDetails(page, first, { description: DESCRIPTION, variants });
    await open(page, '/login');
    await page.getByRole('button', { name: 'Back to explore' }).click();
    await card(page, headphones.name).getByRole('button', { name: 'ADD TO CART' }).click();
    await expect(page.getByRole('radio', { name: 'Ruby $159.99 Out of stock' })).toBeVisible();
    await dialogOf(page, headphones).getByRole('button', { name: 'ADD TO CART' }).click();
    await expectToast(page, pageMessages.chooseOption);
  }),
  shopper('product-dialog-adding', 'One product on its way into the cart', async (page) => {
    await hold(page, 'POST /cart');
    await open(page, `/?product=${headphones._id}`);
    await dialogOf(page, headphones).getByRole('button', { name: 'ADD TO CART' }).click();
    await expect(dialogOf(page, headphones).getByText('ADDING…')).toBeVisible();
  }),
  visitor('product-dialog-toast', 'A warning above one product', async (page) => {
    await open(page, `/?product=${headphones._id}`);
    await dialogOf(page, headphones).getByRole('button', { name: 'ADD TO CART' }).click();
    await expectToast(page, 'Log in to add an item to the cart');
  }),
  visitor('product-dialog-missing', 'A product that is not on sale', async (page) => {
    await open(page, '/?product=nothing');
    await expect(page.getByText('This product is not available')).toBeVisible();
  }),
  shopper('product-adding', 'A product on its way into the cart', async (page) => {
    await open(page, '/');
    await expect(cartPanel(page)).toBeVisible();
    await hold(page, 'POST /cart');
    await card(page, headphones.name).getByRole('button').click();
    await expect(card(page, headphones.name).getByText('ADDING…')).toBeVisible();
  }),
  shopper('cart-line-gone', 'A line whose product is gone', async (page, someone) => {
    const gone = [
      { productId: 'gone', qty: 1 },
      { productId: guitar._id, qty: 1 },
    ];
    await answer(page, 'GET /cart', { json: gone });
    await open(page, '/');
    await expect(cartPanel(page).getByText('No longer available')).toBeVisible();
    await expect(page.getByText(someone.username)).toBeAttached();
  }),
  visitor('toast', 'A warning', async (page) => {
    await open(page, '/');
    await card(page, headphones.name).getByRole('button').click();
    await expectToast(page, 'Log in to add an item to the cart');
  }),
  visitor('offline', 'The browser is offline', async (page) => {
    await open(page, '/');
    await page.context().setOffline(true);
    await expect(page.getByText('You are offline')).toBeVisible();
  }),
  visitor('register', 'Register', (page) => open(page, '/register')),
  visitor('register-wrong', 'Register, with a password that is too short', async (page) => {
    await open(page, '/register');
    await page.getByLabel('Username').fill('somebody');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Register Now' }).click();
    await expectToast(page, 'Password must be at least 6 characters');
  }),
  visitor('login', 'Login', (page) => open(page, '/login')),
  visitor('login-pending', 'Login, on its way', async (page) => {
    await hold(page, 'POST /auth/login');
    await open(page, '/login');
    await page.getByLabel('Username').fill('somebody');
    await page.getByLabel('Password', { exact: true }).fill('something');
    await page.getByRole('button', { name: 'LOGIN TO QKART' }).click();
    await expect(page.getByText('Logging in')).toBeAttached();
  }),
  visitor('login-recovery', 'A new password by a recovery code', (page) =>
    open(page, '/login?recovery=1'),
  ),
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
    await expect(page.getByRole('button', { name: /^Undo deleting/ })).toBeVisible();
  }),
  shopper('checkout-too-dear', 'Checkout with too little in the wallet', async (page, someone) => {
    await someone.saveAddress('12 Harbour Road');
    await someone.putInCart(ring, 3);
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
    await refuse(page, 'POST /cart/checkout', 409, `${headphones.name} is out of stock`);
    await placeOrder(page, someone);
    await expectToast(page, `${headphones.name} is out of stock`);
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
  shopper('orders', 'Orders of every status', showEveryStatus),
  shopper('orders-empty', 'Nothing was ordered yet', showNoOrders),
  shopper('orders-failed', 'The orders could not be loaded', failToLoadOrders),
  shopper('orders-cancel', 'Before an order is cancelled', askToCancel),
  shopper('invoice', 'An invoice, made for print', showInvoice),
  shopper('credit-note', 'A credit note', showCreditNote),
  shopper('account', 'The wallet and the password', showAccount),
  shopper('account-password', 'A password that is not the current one', refusePassword),
  shopper('account-codes', 'New recovery codes, shown once', showNewCodes),
  shopper('account-delete', 'Before an account is deleted', askToDelete),
  shopper('account-delete-orders', 'An account with open orders', refuseToDelete),
  shopper('account-delete-unknown', 'A deletion without an answer', cutOffDeletion),
  visitor('not-found', 'An unknown address', (page) => open(page, '/nowhere')),
  shopper('crash', 'A page that failed', async (page) => {
    const unreadable = { placedAt: 'some day', deliverBy: '2026-11-20', address: '', lines: [] };
    const order = { id: 'order', status: 'placed', total: 0, refunded: 0, ...unreadable };
    await answer(page, 'GET /orders', { json: [order] });
    await open(page, '/orders');
    await expect(page.getByRole('heading', { name: 'Sorry, something went wrong' })).toBeVisible();
  }),
];

const MANY = [
  'Studio Wireless Headphones',
  'Raspberry Day Backpack',
  'Rainbow Diamond Kite',
  'Summit Hiking Boots',
  'Backstage Electric Guitar',
  'Golden Petal Mirror',
  'Cornflower Summer Dress',
  'Barnaby the Teddy Bear',
];

/** Opens a state outside of a test. */
export async function reach(state: State, page: Page, someone: Shopper): Promise<void> {
  await state.reach(page, someone);
  if (state.name !== 'crash') await untilAlive(page);
}
