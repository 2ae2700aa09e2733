/** With a backend that has only the necessary calls (R8.3), the journey works without an error message. */

import { page, userEvent } from 'vitest/browser';
import { LIST_PAGE_SIZE } from '../../contract/limits.ts';
import { demoProduct } from '../testing/demo-products.ts';
import {
  button,
  card,
  cartPanel,
  dismissToast,
  expect,
  expectAddress,
  expectCount,
  expectToast,
  field,
  fillIn,
  loggedInTest,
  open,
  searchBox,
  test,
  toast,
} from '../testing/screen.tsx';

const ADDITIONS = [
  'POST /auth/logout',
  'GET /products/facets*',
  'GET /products/suggestions*',
  'GET /user/wallet',
  'GET /orders*',
  'POST /orders/*',
];
const HOME = '12 Harbour Street, Portsmouth';
const sneakers = demoProduct('Summit Leather High-Tops');
const cards = page.getByRole('article');
const filters = page.getByRole('dialog', { name: 'Filters' });

test('a shopper registers, searches, sorts and orders', async ({ shop }) => {
  for (const call of ADDITIONS) shop.refuse(call, 404, 'Not found');
  const credentials = { Username: 'elsewhere', Password: 'correct horse' };
  await open('/register');
  await fillIn({ ...credentials, 'Confirm Password': 'correct horse' });
  await button('Register Now').click();
  await expectToast('Registered Successfully', 'success');
  await expectCount(field('Confirm Password'), 0);
  await fillIn(credentials);
  await button('LOGIN TO QKART').click();
  await expectToast('Logged in successfully', 'success');
  await dismissToast();

  await searchBox().fill('summit leather');
  const heading = page.getByRole('heading', { name: 'Results for “summit leather”' });
  await expect.element(heading).toBeVisible();
  await button('ADD TO CART', card(sneakers.name)).click();
  await expect.element(cartPanel()).toMatchTextContent('Order total$139');
  await searchBox().click();
  await userEvent.keyboard('{Escape}');
  await expectCount(cards, LIST_PAGE_SIZE);
  // The choices of categories and ratings come with the facets. Price and order need none.
  await expectCount(page.getByRole('list', { name: 'Categories' }), 0);
  await button('Filters').click();
  await expectCount(filters.getByRole('radio'), 0);
  await filters.getByRole('textbox', { name: 'Highest price' }).fill('50');
  await button('Show products', filters).click();
  await expectAddress('/?maxCost=50');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('price');
  await expectAddress('/?maxCost=50&sort=price');
  await expect.element(cards.first()).toMatchTextContent('$3.95');

  await expectCount(toast(), 0);
  await button('Checkout', cartPanel()).click();
  await button('Add new address').click();
  await page.getByPlaceholder('Enter your complete address').fill(HOME);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText(HOME).click();
  await button('PLACE ORDER').click();
  await expectAddress('/thanks');
  await expectToast('Order place succesfully!', 'success');
});

loggedInTest(
  'pictures of the shop itself are loaded from the origin of the page',
  async ({ shop }) => {
    const publicOrigin = 'https://shop.example';
    const elsewhere = 'https://elsewhere.example/sneakers.webp';
    document.documentElement.dataset.publicOrigin = publicOrigin;
    shop.products = [
      { ...sneakers, image: publicOrigin + sneakers.image },
      { ...sneakers, _id: 'other', name: 'Other', image: elsewhere },
    ];
    shop.putInCart(sneakers);
    await open('/');
    const pictureIn = (part: typeof cards) => part.getByRole('presentation');
    await expect.element(pictureIn(card(sneakers.name))).toHaveAttribute('src', sneakers.image);
    await expect.element(pictureIn(cartPanel())).toHaveAttribute('src', sneakers.image);
    delete document.documentElement.dataset.publicOrigin;
  },
);
