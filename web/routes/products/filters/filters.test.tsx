/** Filters and order of the products, which the address keeps. */
import { page, userEvent } from 'vitest/browser';
import {
  amounts,
  cards,
  chip,
  clearAll,
  count,
  filters,
  heading,
  highest,
  lowest,
  openProducts,
  order,
  rating,
  submit,
} from '../../../testing/listing.ts';
import {
  button,
  card,
  expect,
  expectAddress,
  expectCount,
  expectToast,
  type Locator,
  loggedInTest,
  open,
  test,
} from '../../../testing/screen.tsx';

const ACCESSORIES = 'GET /products?category=Accessories';
const stars = () =>
  cards()
    .getByRole('img', { name: /stars$/ })
    .elements();

test('a chip chooses a category, and a second press removes the filter', async () => {
  await open('/');
  await expect.element(chip('Footwear')).toHaveAccessibleName('Footwear 6');
  await expect.element(chip('Footwear')).not.toHaveAttribute('aria-current');
  await chip('Footwear').click();
  await expectAddress('/?category=Footwear');
  await expectCount(cards(), 6);
  await expect.element(heading('Footwear')).toBeVisible();
  await expect.element(count()).toHaveTextContent('6 products');
  await expect.element(chip('Footwear')).toHaveAttribute('aria-current', 'true');
  await expect.element(chip('Footwear')).toHaveAccessibleName('Footwear remove filter');
  await expect.element(chip('Footwear')).toHaveFocus();
  await chip('Footwear').click();
  await expectAddress('/');
  await expectCount(cards(), 60);
});

test('another category replaces the chosen one', async () => {
  await open('/?category=Footwear');
  await chip('Garden').click();
  await expectAddress('/?category=Garden');
  await expect.element(card('Red Garden Tulips')).toBeVisible();
  await expect.element(chip('Footwear')).not.toHaveAttribute('aria-current');
});

test('requests to the API have the parameters of the address', async ({ shop }) => {
  await open('/?minRating=4&sort=price');
  await expect.element(cards().first()).toBeVisible();
  const lists = shop.watch('GET /products?*');
  const facets = shop.watch('GET /products/facets?*');
  await chip('Accessories').click();
  await expectAddress('/?category=Accessories&minRating=4&sort=price');
  await expect
    .poll(() => lists.map(({ parameters }) => String(parameters)))
    .toContain('category=Accessories&minRating=4&sort=price&groups=1&limit=100');
  await expect
    .poll(() => facets.map(({ parameters }) => String(parameters)).at(-1))
    .toBe('category=Accessories&minRating=4&groups=1');
});

test('a rating hides products that are rated lower', async () => {
  await openProducts();
  await rating().selectOptions('4 stars & up');
  await expectAddress('/?minRating=4');
  await expectCount(card('Teal Garden Trowel'), 0);
  for (const image of stars()) expect(image.ariaLabel).toMatch(/^(4|4.5|5) out of 5/);
  await rating().selectOptions('Any rating');
  await expectAddress('/');
});

test('a rating is offered only if any product is rated', async () => {
  await open('/?value=teal+garden+trowel');
  await expectCount(cards(), 1);
  await expect.element(order()).toBeVisible();
  await expectCount(rating(), 0);
});

test('the order can be chosen, and does not count as a filter', async () => {
  await openProducts();
  const options = order().getByRole('option').elements();
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Featured',
    'Price: low to high',
    'Price: high to low',
    'Rating',
  ]);
  for (const [label, sort, sign] of [
    ['Price: low to high', 'price', 1],
    ['Price: high to low', 'price-desc', -1],
  ] as const) {
    await order().selectOptions(label);
    await expectAddress(`/?sort=${sort}`);
    await expect.poll(amounts).toEqual(amounts().toSorted((a, b) => sign * (a - b)));
  }
  await expectCount(clearAll(), 0);
  await submit('garden');
  await expect.element(order().getByRole('option').first()).toHaveTextContent('Relevance');
});

test('going back before the page has rendered a choice undoes it, too', async () => {
  await open('/?category=Footwear');
  await expectCount(cards(), 6);
  await highest().fill('50');
  const { pushState } = history;
  history.pushState = (...step) => {
    history.pushState = pushState;
    history.pushState(...step);
    history.back();
    // Block the page until the popstate event is queued, so that it precedes the rendering.
    const popstateMs = 100;
    const until = performance.now() + popstateMs;
    while (performance.now() < until);
  };
  await userEvent.keyboard('{Enter}');
  await expectAddress('/?category=Footwear');
  await expect.element(highest()).toHaveValue('');
  await order().selectOptions('Rating');
  await expectAddress('/?category=Footwear&sort=rating');
});

test('Clear all removes every filter, and keeps text and order', async () => {
  await open('/?value=garden&category=Garden&minCost=5&minRating=3&sort=price');
  await expect.element(cards().first()).toBeVisible();
  await clearAll().click();
  await expectAddress('/?value=garden&sort=price');
  await expectCount(clearAll(), 0);
  await expect.element(heading('Results for “garden”')).toHaveFocus();
});

test("filters without matches show 'No products found' and a button that clears them", async () => {
  await open('/?category=Accessories&minCost=99999');
  await expect.element(heading('No products found')).toBeVisible();
  await expect.element(count()).toHaveTextContent('0 products');
  await button('Clear filters').click();
  await expectAddress('/');
  await expectCount(cards(), 60);
  await expect.element(heading('All products')).toHaveFocus();
});

test('a new search drops filters and order', async () => {
  await open('/?value=garden&category=Garden&maxCost=500&exact=1&sort=price');
  await submit('bonsai');
  await expectAddress('/?value=bonsai');
});

test('a choice keeps the exact search for a text that looks like a typo', async () => {
  await open('/?value=garden&exact=1');
  await order().selectOptions('Rating');
  await expectAddress('/?value=garden&exact=1&sort=rating');
});

test('the previous list stays, marked as busy, while a choice loads', async ({ shop }) => {
  const answering = shop.hold(ACCESSORIES);
  await openProducts();
  await chip('Accessories').click();
  await expect.element(count()).toHaveTextContent('Loading Products');
  await expectCount(cards(), 60);
  await expect.element(chip('Accessories')).toHaveAttribute('aria-current', 'true');
  answering.release();
  await expectCount(cards(), 6);
  await expect.element(count()).toHaveTextContent('6 products');
});

test('a choice that fails shows a toast, and can be undone', async ({ shop }) => {
  shop.refuse(ACCESSORIES, 400, 'Not today.');
  await open('/');
  await chip('Accessories').click();
  await expectToast('Not today.', 'error');
  await clearAll().click();
  await expectCount(cards(), 60);
});

test('products are shown even if the facets can not be loaded', async ({ shop }) => {
  shop.cutOff('GET /products/facets*');
  await open('/?category=Accessories');
  await expectCount(cards(), 6);
  await expect.element(order()).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Notifications' })).toBeEmptyDOMElement();
});

test('the bar keeps its height after every choice, on a phone, too', async ({ shop }) => {
  const height = () => filters().element().getBoundingClientRect().height;
  for (const width of [1280, 390]) {
    shop.restore();
    await page.viewport(width, 844);
    await open('/');
    await expect.element(chip('Accessories')).toBeVisible();
    const before = height();
    await chip('Accessories').click();
    await expect.element(clearAll()).toBeVisible();
    expect(height()).toBe(before);
    shop.answer('GET /products/facets?category=Garden', {
      json: { count: 0, categories: [], ratings: [], minCost: 0, maxCost: 0 },
    });
    await chip('Garden').click();
    await expectCount(chip('Accessories'), 0);
    expect(height()).toBe(before);
  }
});

/** The vertical middle of an element, in pixels. */
function middleOf(locator: Locator): number {
  const { top, bottom } = locator.element().getBoundingClientRect();
  return Math.round((top + bottom) / 2);
}

test('the filters share a line with the heading, and on a phone a row of chips begins with Filters', async () => {
  await openProducts();
  await expect.element(chip('Garden')).toBeVisible();
  const inLine = [chip('Garden'), lowest(), rating(), order()];
  expect(new Set([heading('All products'), ...inLine].map(middleOf)).size).toBe(1);
  await page.viewport(390, 844);
  const summary = filters().getByText('Filters', { exact: true });
  await expect.element(summary).toBeVisible();
  expect(middleOf(summary)).toBe(middleOf(chip('Garden')));
  const { right } = summary.element().getBoundingClientRect();
  expect(right).toBeLessThan(chip('Garden').element().getBoundingClientRect().left);
});

loggedInTest(
  'beside the cart they share that line, too, and a button opens the fields under the chips',
  async () => {
    await openProducts();
    await expect.element(chip('Garden')).toBeVisible();
    const inLine = [heading('All products'), filters().getByText('Filters'), chip('Garden')];
    expect(new Set(inLine.map(middleOf)).size).toBe(1);
    await expectCount(lowest(), 0);
    await filters().getByText('Filters').click();
    const fields = [lowest(), rating(), order()].map(middleOf);
    expect(new Set(fields).size).toBe(1);
    expect(fields[0]).toBeGreaterThan(middleOf(chip('Garden')));
  },
);

test('the chips move nothing when they arrive', async ({ shop }) => {
  const answering = shop.hold('GET /products/facets');
  await openProducts();
  const top = () => cards().first().element().getBoundingClientRect().top;
  const before = top();
  answering.release();
  await expect.element(chip('Accessories')).toBeVisible();
  expect(top()).toBe(before);
});

test('a link to a choice scrolls the row to its chip', async () => {
  await page.viewport(390, 844);
  await open('/?category=Home+%26+Decor');
  await expect.element(chip('Home & Decor')).toBeInViewport({ ratio: 1 });
  expect(window.scrollY).toBe(0);
});
