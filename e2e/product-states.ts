/** The states of one product: in the list, in its dialog and in the cart. */
import * as pageMessages from '../contract/page-messages.ts';
import { answer, hold } from './network.ts';
import { answerDetails, dialogOf, interceptDetails, openFromCard } from './product-dialog.ts';
import { card, cartPanel, expect, expectToast, open, openCart } from './shop.ts';
import { bonsai, gloves, lamp, type State, shopper, visitor } from './state.ts';

const DESCRIPTION =
  'A matt white shade of spun metal for long evenings: it throws a wide cone of light downwards, and its cable can be shortened without tools when the table moves. Comes with a hook for sloping ceilings and a bulb that can be dimmed.';

export const productStates: State[] = [
  visitor('product-extremes', 'Long name, high price, no rating, broken picture', async (page) => {
    const extreme = { ...gloves, cost: 999_999.99, rating: 0, image: '/pictures/none.webp' };
    await answer(page, 'GET /products', { json: [extreme, lamp] });
    await open(page, '/login');
    await page.getByRole('button', { name: 'Back to explore' }).click();
    await expect(card(page, gloves.name)).toBeVisible();
  }),
  visitor('product-dialog', 'One product, with all that is known of it', async (page) => {
    await answerDetails(page, lamp, {
      brand: 'Clearwave',
      description: DESCRIPTION,
      stock: 3,
    });
    await open(page, '/');
    await openFromCard(page, lamp);
    await expect(page.getByText('Only 3 left')).toBeVisible();
  }),
  visitor('product-dialog-plain', 'One product without brand and description', async (page) => {
    await open(page, `/?product=${bonsai._id}`);
    await expect(dialogOf(page, bonsai)).toBeVisible();
  }),
  visitor('product-dialog-loading', 'Its details are on their way', async (page) => {
    await interceptDetails(page, () => new Promise(() => {}));
    await open(page, '/');
    await openFromCard(page, lamp);
    await expect(page.getByText('Loading description')).toBeVisible();
  }),
  visitor('product-dialog-failed', 'Its details could not be loaded', async (page) => {
    await interceptDetails(page, (route) => route.abort());
    await open(page, '/');
    await openFromCard(page, lamp);
    await expect(page.getByText('could not be loaded')).toBeVisible();
  }),
  visitor(
    'product-dialog-extremes',
    'Sold out, long texts, high price, no rating, broken picture',
    async (page) => {
      const extreme = {
        name: `${gloves.name} ${'Ultra'.repeat(22)}`,
        cost: 999_999.99,
        rating: 0,
        image: '/pictures/none.webp',
      };
      const description = `${DESCRIPTION} ${'Unbreakable'.repeat(20)} `.repeat(20).slice(0, 10_000);
      const details = { brand: 'Marianas & Daughters '.repeat(4), description, stock: 0 };
      await answerDetails(page, { ...gloves, ...extreme }, details);
      await open(page, `/?product=${gloves._id}`);
      await expect(page.getByText('Out of stock', { exact: true })).toBeVisible();
    },
  ),
  visitor('product-dialog-options', 'The variants of a product: none is chosen', async (page) => {
    const variant = (option: string, cost: number, stock: number | null) => ({
      ...lamp,
      _id: `${lamp._id}-${option}`,
      name: `${lamp.name}, ${option}`,
      group: lamp._id,
      ...{ option, cost, stock },
    });
    const first = variant('Black', 149.99, null);
    const variants = [first, variant('Sand', 159.99, 4), variant('Ruby', 159.99, 0)];
    await answer(page, 'GET /products', { json: [first] });
    await answerDetails(page, first, { description: DESCRIPTION, variants });
    await open(page, '/login');
    await page.getByRole('button', { name: 'Back to explore' }).click();
    await card(page, lamp.name).getByRole('button', { name: 'ADD TO CART' }).click();
    await expect(page.getByRole('radio', { name: 'Ruby $159.99 Out of stock' })).toBeVisible();
    await dialogOf(page, lamp).getByRole('button', { name: 'ADD TO CART' }).click();
    await expectToast(page, pageMessages.chooseOption);
  }),
  shopper('product-dialog-adding', 'One product on its way into the cart', async (page) => {
    await hold(page, 'POST /cart');
    await open(page, `/?product=${lamp._id}`);
    await dialogOf(page, lamp).getByRole('button', { name: 'ADD TO CART' }).click();
    await expect(dialogOf(page, lamp).getByText('ADDING…')).toBeVisible();
  }),
  visitor('product-dialog-toast', 'A warning above one product', async (page) => {
    await open(page, `/?product=${lamp._id}`);
    await dialogOf(page, lamp).getByRole('button', { name: 'ADD TO CART' }).click();
    await expectToast(page, 'Log in to add an item to the cart');
  }),
  visitor('product-dialog-missing', 'A product that is not on sale', async (page) => {
    await open(page, '/?product=nothing');
    await expect(page.getByText('This product is not available')).toBeVisible();
  }),
  shopper('product-adding', 'A product on its way into the cart', async (page) => {
    await open(page, '/');
    await expect(page.getByText('0 items in your cart')).toBeAttached();
    await hold(page, 'POST /cart');
    await card(page, lamp.name).getByRole('button').click();
    await expect(card(page, lamp.name).getByText('ADDING…')).toBeVisible();
  }),
  shopper('cart-line-gone', 'A line whose product is gone', async (page, someone) => {
    const gone = [
      { productId: 'gone', qty: 1 },
      { productId: bonsai._id, qty: 1 },
    ];
    await answer(page, 'GET /cart', { json: gone });
    await open(page, '/');
    await openCart(page);
    await expect(cartPanel(page).getByText('No longer available')).toBeVisible();
    await expect(page.getByText(someone.username)).toBeAttached();
  }),
];
