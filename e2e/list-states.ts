/** The states of the list of products, and of the cart beside it. */
import type { Page } from '@playwright/test';
import { answer, cutOff, hold } from './network.ts';
import { cartPanel, expect, open, openCart } from './shop.ts';
import { demoProduct } from './shopper.ts';
import { gloves, lamp, type Reach, type State, shopper, visitor } from './state.ts';

const MANY = [
  'Studio Pendant Lamp',
  'Sunny Cactus in Terracotta',
  'Tangerine Jump Rope',
  'Summit Leather High-Tops',
  'Windswept Hillside Bonsai',
  'Sunflower Shell Chair',
  'Limewashed Bar Stool',
  'Cherry Street Skateboard',
];

/** The cart beside the products; on a phone, the bar that opens it. */
const cartOrBar = (page: Page) => cartPanel(page).or(page.getByRole('link', { name: 'View cart' }));

const openWithCart: Reach = async (page, someone) => {
  await someone.putInCart(lamp, 2);
  await someone.putInCart(gloves);
  await open(page, '/');
  await expect(cartOrBar(page)).toBeVisible();
};

export const listStates: State[] = [
  visitor('products', 'The products, for a visitor', (page) => open(page, '/')),
  shopper('products-empty-cart', 'The products, with an empty cart', async (page) => {
    await open(page, '/');
    await expect(page.getByText('0 items in your cart')).toBeAttached();
  }),
  shopper('products-cart', 'The products, with a cart', openWithCart),
  shopper('cart-sheet', 'The cart; a sheet over the products on a phone', async (page, someone) => {
    await someone.putInCart(lamp, 2);
    await someone.putInCart(gloves);
    await open(page, '/');
    await openCart(page);
  }),
  shopper('products-many-lines', 'A cart longer than the window', async (page, someone) => {
    for (const name of MANY) await someone.putInCart(demoProduct(name));
    await open(page, '/');
    await expect(cartOrBar(page)).toBeVisible();
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
];
