/** One card for the variants of a product, and the choice among them in its dialog. */
import { afterAll, beforeAll } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { demoProduct } from '../../../../testing/demo-products.ts';
import {
  button,
  card,
  cartLine,
  expect,
  expectAddress,
  expectCount,
  expectToast,
  loggedInTest,
  open,
  searchBox,
  test,
  toast,
} from '../../../../testing/screen.tsx';

const mug = demoProduct('White Café Chair');
const shirt = {
  ...demoProduct('Denim Blue Armchair'),
  group: 'shirt',
  category: 'Shirts',
  costFrom: 20,
};
const variant = (option: string, cost: number) => ({
  ...shirt,
  _id: `shirt-${option.replace(' / ', '-')}`,
  name: `Linen Shirt, ${option}`,
  option,
  cost,
});
const variants = [variant('M / Red', 20), variant('L / Red', 2185), variant('L / Blue', 22.5)];
const ADD = 'POST /cart';

const dialog = (name = 'Linen Shirt') => page.getByRole('dialog', { name, exact: true });
const group = (title: string) => page.getByRole('radiogroup', { name: title, exact: true });
const size = (name: string) => group('Size').getByRole('radio', { name });
const colour = (name: string) => group('Colour').getByRole('radio', { name });

beforeAll(() => document.documentElement.setAttribute('data-groups', ''));
afterAll(() => document.documentElement.removeAttribute('data-groups'));

test('a group has one card, without an option in its name, and with its lowest price', async ({
  shop,
}) => {
  shop.products = [...variants, mug];
  const asked = shop.watch('GET /products*');
  await open('/');
  await expect
    .poll(() => new Set(asked.map(({ parameters }) => String(parameters))))
    .toEqual(new Set(['groups=1', 'groups=1&limit=24']));
  await expectCount(page.getByRole('article'), 2);
  await expect.element(card('Linen Shirt').getByText('From $20')).toBeVisible();
});

loggedInTest(
  'ADD TO CART on the card of a group opens its dialog, and adds nothing until a variant is chosen',
  async ({ shop }) => {
    shop.products = [...variants, mug];
    const added = shop.watch(ADD);
    await open('/');
    await button('ADD TO CART', card('Linen Shirt')).click();
    await expect.element(dialog().getByText('From $20')).toBeVisible();
    await expectCount(page.getByRole('radio', { checked: true }), 0);

    await button('ADD TO CART', dialog()).click();
    await expectToast('Choose an option first', 'warning');
    await expect.element(group('Size')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(size('M')).toHaveFocus();
    await size('L').click();
    await button('ADD TO CART', dialog()).click();
    await expect.element(colour('Red')).toHaveFocus();
    await expect.element(group('Size')).not.toHaveAttribute('aria-invalid');
    expect(added).toEqual([]);

    await colour('Red').click();
    await expectCount(toast(), 0);
    const chosen = dialog('Linen Shirt, L / Red');
    await expect.element(chosen.getByText('$2185').first()).toBeVisible();
    await expect.element(size('L')).toBeChecked();
    await expect.element(colour('Red')).toBeChecked();
    await expect.element(colour('Red')).toHaveFocus();
    await expect.element(group('Colour')).not.toHaveAttribute('aria-invalid');
    await expectAddress('/?product=shirt-L-Red');
    await button('ADD TO CART', chosen).click();
    await expect
      .poll(() => added.map(({ body }) => body))
      .toEqual([{ productId: 'shirt-L-Red', qty: 1 }]);
    await userEvent.keyboard('{Escape}');
    await expectAddress('/');
    await expect.element(cartLine('Linen Shirt, L / Red')).toBeVisible();
  },
);

loggedInTest('the card of a group counts all its variants in the cart', async ({ shop }) => {
  shop.products = [...variants, mug];
  shop.putInCart(variant('L / Red', 2185), 2);
  shop.putInCart(variant('L / Blue', 22.5));
  await open('/');
  await expect.element(card('Linen Shirt')).toMatchTextContent('3 in cart');
});

test('the address of a variant shows it as chosen', async ({ shop }) => {
  shop.products = [...variants, mug];
  await open('/?product=shirt-L-Blue');
  await expect.element(dialog('Linen Shirt, L / Blue').getByText('$22.50').first()).toBeVisible();
  await expect.element(colour('Blue')).toBeChecked();
});

test('what does not exist in a size cannot be chosen with it; another size takes a colour that it has', async ({
  shop,
}) => {
  shop.products = [...variants, mug];
  await open('/?product=shirt-L-Blue');
  await expect.element(colour('Red')).toBeEnabled();
  await size('M').click();
  await expect.element(dialog('Linen Shirt, M / Red')).toBeVisible();
  await expect.element(colour('Blue')).toBeDisabled();
});

test.for([
  [['50 g', '1 kg'], ['Size']],
  [['Black', 'Heather Grey'], ['Colour']],
  [
    ['Oak / 2', 'Pine / 3'],
    ['Option 1', 'Size'],
  ],
  [
    ['32 / 34', '32 / 36'],
    ['Size', 'Option 2'],
  ],
  [['Round', 'M / Red'], ['Options']],
] as const)('the options %s are offered as %s', async ([texts, titles], { shop }) => {
  shop.products = [...texts.map((text, n) => ({ ...variant(text, 20), _id: `shirt-${n}` })), mug];
  await open('/?product=shirt-1');
  for (const title of titles) await expect.element(group(title)).toBeVisible();
  await expectCount(page.getByRole('radiogroup'), titles.length);
});

test('a suggestion opens the dialog with no variant chosen', async ({ shop }) => {
  shop.products = [...variants, mug];
  const json = [{ kind: 'product', text: 'Linen Shirt', productId: 'shirt-M-Red' }];
  shop.answer('GET /products/suggestions?value=lin', { json });
  // The results would close the list.
  shop.hold('GET /products/search?*');
  await open('/');
  await userEvent.type(searchBox(), 'lin');
  await page.getByRole('option', { name: 'Linen Shirt' }).click();
  await expect.element(dialog().getByText('From $20')).toBeVisible();
  await expectCount(page.getByRole('radio', { checked: true }), 0);
});

test('a variant that is sold out says so, and can be looked at', async ({ shop }) => {
  shop.products = [...variants, mug];
  shop.details = { 'shirt-L-Red': { stock: 0 } };
  await open('/');
  await card('Linen Shirt').getByRole('link').click();
  await size('L').click();
  await expect.element(colour('Red')).toHaveAccessibleName('Red Out of stock');
  await colour('Red').click();
  await expect.element(button('OUT OF STOCK', dialog('Linen Shirt, L / Red'))).toBeVisible();
});

test('the card of a group leads to its variants also if the first one is sold out', async ({
  shop,
}) => {
  const [, ...others] = variants;
  shop.products = [{ ...variant('M / Red', 20), available: false }, ...others, mug];
  shop.details = { 'shirt-M-Red': { stock: 0 } };
  await open('/');
  await button('ADD TO CART', card('Linen Shirt')).click();
  await expect.element(size('M')).toHaveAccessibleName('M Out of stock');
  await expect.element(button('ADD TO CART', dialog())).toBeEnabled();
});

test('closing the dialog returns the focus to the card, also after a choice', async ({ shop }) => {
  shop.products = [...variants, mug];
  await open('/');
  await card('Linen Shirt').getByRole('link').click();
  await size('L').click();
  await colour('Blue').click();
  await expect.element(dialog('Linen Shirt, L / Blue')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expectAddress('/');
  await expect.element(card('Linen Shirt').getByRole('link')).toHaveFocus();
});

test('a group of which one variant is left has nothing to choose', async ({ shop }) => {
  shop.products = [variant('M / Red', 20), mug];
  await open('/');
  await card('Linen Shirt').getByRole('link').click();
  await expect.element(dialog('Linen Shirt, M / Red')).toBeVisible();
  await expect.element(size('M')).toBeChecked();
});
