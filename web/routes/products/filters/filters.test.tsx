/** Filters and order of the products, which the address keeps. */

import { page, userEvent } from 'vitest/browser';
import { LIST_PAGE_SIZE } from '../../../../contract/limits.ts';
import {
  amounts,
  cards,
  chip,
  clearAll,
  count,
  filters,
  heading,
  highest,
  openFilters,
  openProducts,
  option,
  order,
  pills,
  show,
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
  await expect.element(chip('Footwear')).toHaveAccessibleName('Footwear 6 remove filter');
  await expect.element(chip('Footwear')).toHaveFocus();
  await chip('Footwear').click();
  await expectAddress('/');
  await expectCount(cards(), LIST_PAGE_SIZE);
});

test('on a phone what is set stands in one line, 8 px below the filters', async () => {
  await page.viewport(390, 844);
  await open('/?category=Garden&minCost=5&maxCost=900&minRating=3');
  await expectCount(pills().getByRole('link'), 3);
  const { bottom } = button('Filters').element().getBoundingClientRect();
  const links = [...pills().getByRole('link').elements(), clearAll().element()];
  const gaps = links.map((link) => link.getBoundingClientRect().top - bottom);
  expect(gaps).toEqual([8, 8, 8, 8]);
});

test('on a phone the chosen category is whole, clear of the fade at the end of its row', async () => {
  await page.viewport(390, 844);
  for (const name of ['Garden', 'Computers', 'Accessories', 'Home & Decor']) {
    await open(`/?category=${encodeURIComponent(name)}`);
    await expect.element(chip(name)).toBeVisible();
    const { left, right } = chip(name).element().getBoundingClientRect();
    expect.soft(left, name).toBeGreaterThanOrEqual(0);
    // The row stops within half a pixel.
    expect.soft(Math.floor(right), name).toBeLessThanOrEqual(390 - 32);
  }
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
    .toContain('category=Accessories&minRating=4&sort=price&limit=24');
  await expect
    .poll(() => facets.map(({ parameters }) => String(parameters)).at(-1))
    .toBe('category=Accessories&minRating=4');
});

test('the drawer counts what is chosen, and applies all of it at once', async ({ shop }) => {
  const calls = shop.watch('GET /products?*');
  await open('/?value=in&minCost=5');
  await openFilters();
  await expect.element(show()).toHaveTextContent('Show 24 products');
  await option('Garden').click();
  await option('4 stars & up').click();
  await highest().fill('$30');
  await expect.element(show()).toHaveTextContent('Show 1 product');
  await expectAddress('/?value=in&minCost=5');
  expect(calls).toEqual([]);
  await show().click();
  await expectAddress('/?value=in&category=Garden&minCost=5&maxCost=30&minRating=4');
  await expectCount(filters(), 0);
  await expect.element(button('Filters 3 set')).toHaveFocus();
  await expectCount(cards(), 1);
  for (const image of stars()) expect(image.ariaLabel).toMatch(/^(4|4.5|5) out of 5/);
  history.back();
  await expectAddress('/?value=in&minCost=5');
});

test('the drawer is closed without a choice by Escape, and emptied by Clear all', async () => {
  await open('/?category=Footwear&maxCost=50&minRating=4');
  await openFilters();
  await option('Garden').click();
  await userEvent.keyboard('{Escape}');
  await expectCount(filters(), 0);
  await expectAddress('/?category=Footwear&maxCost=50&minRating=4');
  await openFilters();
  await expect.element(option('Footwear')).toBeChecked();
  await expect.element(highest()).toHaveValue('50');
  await button('Clear all', filters()).click();
  await expect.element(option('All categories')).toBeChecked();
  await expect.element(highest()).toHaveValue('');
  await expect.element(show()).toHaveTextContent('Show 60 products');
  await show().click();
  await expectAddress('/');
});

test('many categories are narrowed by a text, which never hides the chosen one', async ({
  shop,
}) => {
  shop.products = shop.products.map((product, i) => ({ ...product, category: `Room ${i % 12}` }));
  await open('/?category=Room+3');
  await openFilters();
  const search = filters().getByRole('textbox', { name: 'Search category' });
  await search.fill('room 1');
  const names = () =>
    filters()
      .getByRole('group', { name: 'Category' })
      .getByRole('radio')
      .elements()
      .map((radio) => (radio as HTMLInputElement).value);
  await expect.poll(names).toEqual(['', 'Room 1', 'Room 3', 'Room 10', 'Room 11']);
  await search.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(filters()).toBeVisible();
  await option('Room 11').click();
  await show().click();
  await expectAddress('/?category=Room+11');
});

test('what the drawer offers stays where it is while its counts change', async () => {
  await open('/');
  await openFilters();
  const group = filters().getByRole('group', { name: 'Price' });
  const top = () => group.element().getBoundingClientRect().top;
  const before = top();
  await highest().fill('10');
  await expect.element(option('Furniture 0')).toBeInTheDocument();
  expect(top()).toBe(before);
});

test('few categories have no text box, and what is not rated or costs the same has no filter for it', async ({
  shop,
}) => {
  await open('/?value=teal+garden+trowel');
  await expectCount(cards(), 1);
  await openFilters();
  await expectCount(filters().getByRole('group'), 0);
  await userEvent.keyboard('{Escape}');
  shop.products = shop.products.filter(({ category }) => category !== 'Cameras');
  await open('/');
  await openFilters();
  await expect.element(option('Garden')).toBeVisible();
  await expectCount(filters().getByRole('textbox', { name: 'Search category' }), 0);
});

test('pills say what is set, and each removes its own', async () => {
  await open('/?value=e&category=Footwear&minCost=20&maxCost=50&minRating=1&sort=price');
  const pill = (name: string) => pills().getByRole('link', { name: `Remove ${name}` });
  await expect.element(pill('$20 to $50')).toHaveTextContent('$20 to $50');
  ((await pill('Footwear').findElement()) as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expectAddress('/?value=e&minCost=20&maxCost=50&minRating=1&sort=price');
  await expect.element(pill('$20 to $50')).toHaveFocus();
  await pill('$20 to $50').click();
  await expectAddress('/?value=e&minRating=1&sort=price');
  await pill('1 star & up').click();
  await expectAddress('/?value=e&sort=price');
  await expectCount(pills(), 0);
  await expect.element(heading('Results for “e”')).toHaveFocus();
  await open('/?minCost=20');
  await expect.element(pill('From $20')).toBeVisible();
  await open('/?maxCost=49.99');
  await expect.element(pill('Up to $49.99')).toBeVisible();
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
    const steps = () => amounts().map((cost, i) => sign * (cost - (amounts()[i - 1] ?? cost)));
    await expect.poll(() => Math.min(...steps())).toBeGreaterThanOrEqual(0);
  }
  await expectCount(clearAll(), 0);
  await submit('garden');
  await expect.element(order().getByRole('option').first()).toHaveTextContent('Relevance');
});

test('going back before the page has rendered a choice undoes it, too', async () => {
  await open('/?category=Footwear');
  await expectCount(cards(), 6);
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
  await order().selectOptions('Price: low to high');
  await expectAddress('/?category=Footwear');
  await expect.element(order()).toHaveValue('relevance');
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
  await expectCount(cards(), LIST_PAGE_SIZE);
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
  await expectCount(cards(), LIST_PAGE_SIZE);
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
  await expectCount(cards(), LIST_PAGE_SIZE);
});

test('products are shown even if the facets can not be loaded', async ({ shop }) => {
  shop.cutOff('GET /products/facets*');
  await open('/?category=Accessories');
  await expectCount(cards(), 6);
  await expect.element(order()).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Notifications' })).toBeEmptyDOMElement();
});

test('the first card stays where it is after every choice, on a phone, too', async ({ shop }) => {
  const top = () => cards().first().element().getBoundingClientRect().top;
  for (const width of [1280, 390]) {
    shop.restore();
    await page.viewport(width, 844);
    await open('/?category=Footwear');
    await expect.element(chip('Accessories')).toBeVisible();
    const before = top();
    await chip('Accessories').click();
    await expectCount(pills().getByRole('link', { name: 'Remove Accessories' }), 1);
    expect(top()).toBe(before);
    shop.answer('GET /products/facets?category=Garden', {
      json: { count: 0, categories: [], ratings: [], minCost: 0, maxCost: 0 },
    });
    await chip('Garden').click();
    await expectCount(chip('Accessories'), 0);
    expect(top()).toBe(before);
  }
});

/** The vertical middle of an element, in pixels. */
function middleOf(locator: Locator): number {
  const { top, bottom } = locator.element().getBoundingClientRect();
  return Math.round((top + bottom) / 2);
}

loggedInTest(
  'the categories have a line of their own, and the heading shares one with Filters and the order',
  async () => {
    await openProducts();
    const last = chip('Home & Decor');
    await expect.element(last).toBeVisible();
    expect(middleOf(last)).toBe(middleOf(chip('Garden')));
    const inLine = [heading('All products'), button('Filters'), order()];
    expect(Math.max(...inLine.map(middleOf)) - Math.min(...inLine.map(middleOf))).toBeLessThan(4);
    expect(middleOf(order())).toBeGreaterThan(middleOf(last) + 30);
    await page.viewport(390, 844);
    await expect
      .poll(() => middleOf(order()) - middleOf(heading('All products')))
      .toBeGreaterThan(30);
    expect(middleOf(order())).toBe(middleOf(button('Filters')));
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
