/** Search (R2.3, R4.3). */

import { page } from 'vitest/browser';
import { LIST_PAGE_SIZE } from '../../contract/limits.ts';
import { CHECK } from '../testing/api.ts';
import { demoProduct } from '../testing/demo-products.ts';
import { cards, count, expectNames, heading, openProducts, submit } from '../testing/listing.ts';
import {
  button,
  card,
  cartPanel,
  expect,
  expectAddress,
  expectCount,
  expectToast,
  loggedInTest,
  open,
  searchBox,
  test,
} from '../testing/screen.tsx';

const ANY_SEARCH = 'GET /products/search?value=*';
const BONSAI = 'Windswept Hillside Bonsai';
const ORCHID = 'Wine-Red Orchid in White Pot';

test('a superseded search is cancelled, and never overwrites the newer one', async ({ shop }) => {
  const calls = shop.watch(ANY_SEARCH);
  const first = shop.hold('GET /products/search?value=bonsai');
  await openProducts();
  await submit('bonsai');
  await expect.element(count()).toHaveTextContent('Loading Products');
  await submit('orchid');
  await expectNames(ORCHID);
  await expect.poll(() => calls[0]?.signal.aborted).toBe(true);
  first.release();
  await expectNames(ORCHID);
});

test('the previous list stays, marked as busy, while a search runs', async ({ shop }) => {
  const answering = shop.hold(ANY_SEARCH);
  await openProducts();
  await submit('bonsai');
  await expect.element(count()).toHaveTextContent('Loading Products');
  await expectCount(cards(), LIST_PAGE_SIZE);
  answering.release();
  await expectNames(BONSAI);
});

test('R4.3: a search sends its text URL-encoded', async ({ shop }) => {
  const calls = shop.watch(ANY_SEARCH);
  await open('/');
  for (const text of ['a&b', '#1', '50%', '(', 'tea pot']) {
    await submit(text);
    await expect.element(heading(`Results for “${text}”`)).toBeVisible();
    await expect.poll(() => [...(calls.at(-1)?.parameters ?? [])]).toEqual([['value', text]]);
    expect(new URL(location.href).searchParams.get('value')).toBe(text);
    await expect.element(searchBox()).toHaveValue(text);
  }
});

test('R4.3: a blank text shows the whole list', async () => {
  await open('/?value=bonsai');
  await expectNames(BONSAI);
  await submit('   ');
  await expectCount(cards(), LIST_PAGE_SIZE);
  await expectAddress('/');
});

test('a blank text that is typed leaves the hero and the heading where they are', async () => {
  await openProducts();
  const tops = () =>
    [page.getByText('The fastest delivery'), heading('All products'), count()].map(
      (part) => part.element().getBoundingClientRect().top,
    );
  const before = tops();
  await searchBox().fill('   ');
  await expect.element(searchBox()).toHaveValue('   ');
  expect(tops()).toEqual(before);
  await searchBox().fill('  b');
  await expect.element(page.getByText('The fastest delivery')).not.toBeVisible();
});

test.for([
  { status: 500, says: 'The index is being rebuilt.' },
  { status: 0, says: `Something went wrong. ${CHECK}` },
])(
  'R2.3: status $status says $says, and restores the full list',
  async ({ status, says }, { shop }) => {
    if (status === 0) shop.cutOff('GET /products/search?value=orchid');
    else shop.refuse('GET /products/search?value=orchid', status, says);
    await open('/?value=bonsai');
    await expectNames(BONSAI);
    await submit('orchid');
    await expectToast(says, 'error');
    await expectCount(cards(), LIST_PAGE_SIZE);
    await expect
      .element(page.getByText('The search for “orchid” failed. These are all products.'))
      .toBeVisible();
  },
);

loggedInTest('R4.3: a search never changes what the cart shows', async ({ shop }) => {
  shop.putInCart(demoProduct('Summit Leather High-Tops'), 2);
  await open('/');
  await expect.element(cartPanel()).toMatchTextContent('$278');
  const before = cartPanel().element().textContent;
  await submit('bonsai');
  await expectNames(BONSAI);
  expect(cartPanel().element().textContent).toBe(before);
  await button('ADD TO CART', card(BONSAI)).click();
  await expect.element(cartPanel()).toMatchTextContent('$707');
  await submit('zeppelin');
  await expect.element(heading('No products found')).toBeVisible();
  await expect.element(cartPanel()).toMatchTextContent('$707');
  await expect.element(cartPanel()).not.toMatchTextContent('NaN');
});

loggedInTest(
  'known defects: a cart opened by a link to a search has its total, not $NaN',
  async ({ shop }) => {
    shop.putInCart(demoProduct('Summit Leather High-Tops'), 2);
    await open('/?value=bonsai');
    await expect.element(cartPanel()).toMatchTextContent('Summit Leather High-Tops');
    await expect.element(cartPanel()).toMatchTextContent('$278');
  },
);
