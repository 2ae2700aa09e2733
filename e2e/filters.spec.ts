/** Filters and order of the products, which the address keeps. */
import {
  amounts,
  bar,
  cards,
  chip,
  clearAll,
  count,
  disclosure,
  heading,
  highest,
  lowest,
  openForm,
  order,
  rating,
} from './filter-bar.ts';
import { goBackAtOnce } from './history.ts';
import { answer, cutOff, hold, refuse, watch } from './network.ts';
import { card, expect, expectToast, open, searchBox, test } from './shop.ts';

test('a chip chooses a category, and a second press removes the filter @phone', async ({
  page,
}) => {
  await open(page, '/');
  await expect(chip(page, 'Footwear')).toHaveAccessibleName('Footwear 6');
  await expect(chip(page, 'Footwear')).not.toHaveAttribute('aria-current');
  await chip(page, 'Footwear').click();
  await expect(page).toHaveURL('/?category=Footwear');
  await expect(cards(page)).toHaveCount(6);
  await expect(heading(page, 'All products')).toBeVisible();
  await expect(page.getByText('6 products', { exact: true })).toBeVisible();
  await expect(chip(page, 'Footwear')).toHaveAttribute('aria-current', 'true');
  await expect(chip(page, 'Footwear')).toHaveAccessibleName('Footwear remove filter');
  await expect(chip(page, 'Footwear')).toBeFocused();
  await chip(page, 'Footwear').click();
  await expect(page).toHaveURL('/');
  await expect(cards(page)).toHaveCount(60);
});

test('another category replaces the chosen one, and its count has not changed', async ({
  page,
}) => {
  await open(page, '/?category=Footwear');
  await expect(chip(page, 'Garden')).toHaveAccessibleName('Garden 6');
  await chip(page, 'Garden').click();
  await expect(page).toHaveURL('/?category=Garden');
  await expect(card(page, 'Giant Garden Sunflower')).toBeVisible();
  await expect(chip(page, 'Footwear')).not.toHaveAttribute('aria-current');
});

test('requests to the API have the parameters of the address', async ({ page }) => {
  const lists = watch(page, 'GET /products?*');
  const facets = watch(page, 'GET /products/facets?*');
  await open(page, '/?minRating=4&sort=price');
  await expect(cards(page).first()).toBeVisible();
  await chip(page, 'Music').click();
  await expect(page).toHaveURL('/?category=Music&minRating=4&sort=price');
  // The first listing may be refetched in between.
  const chosen = '/products?category=Music&minRating=4&sort=price';
  await expect
    .poll(() => lists.map((call) => call.url()))
    .toContainEqual(expect.stringContaining(chosen));
  await expect.poll(() => facets.length).toBe(1);
  expect(facets[0]?.url()).toMatch(/\/products\/facets\?category=Music&minRating=4$/);
});

test('a rating hides products that are rated lower @phone', async ({ page }) => {
  await open(page, '/');
  await openForm(page);
  await rating(page).selectOption('4 stars & up');
  await expect(page).toHaveURL('/?minRating=4');
  await expect(card(page, 'Tin Toy Rocket')).toHaveCount(0);
  const stars = await cards(page)
    .getByRole('img', { name: /stars$/ })
    .all();
  for (const image of stars) await expect(image).toHaveAccessibleName(/^(4|4.5|5) out of 5/);
  await rating(page).selectOption('Any rating');
  await expect(page).toHaveURL('/');
});

test('a rating is offered only if any product is rated', async ({ page }) => {
  await open(page, '/?value=tin+toy+rocket');
  await expect(cards(page)).toHaveCount(1);
  await expect(order(page)).toBeVisible();
  await expect(rating(page)).toHaveCount(0);
});

test('the order can be chosen, and does not count as a filter @phone', async ({ page }) => {
  await open(page, '/');
  await openForm(page);
  await expect(order(page).getByRole('option')).toHaveText([
    'Featured',
    'Price: low to high',
    'Price: high to low',
    'Rating',
  ]);
  for (const [label, sort, sign] of [
    ['Price: low to high', 'price', 1],
    ['Price: high to low', 'price-desc', -1],
  ] as const) {
    await order(page).selectOption(label);
    await expect(page).toHaveURL(`/?sort=${sort}`);
    await expect(cards(page)).toHaveCount(60);
    await expect(async () => {
      const shown = await amounts(page);
      expect(shown).toEqual(shown.toSorted((a, b) => sign * (a - b)));
    }).toPass();
  }
  await expect(clearAll(page)).toHaveCount(0);
});

test("the default order of a search is 'Relevance'", async ({ page }) => {
  await open(page, '/?value=garden');
  await expect(order(page).getByRole('option').first()).toHaveText('Relevance');
});

test('going back undoes a choice, going forward redoes it @phone', async ({ page }) => {
  await open(page, '/');
  await chip(page, 'Footwear').click();
  await expect(cards(page)).toHaveCount(6);
  await openForm(page);
  await highest(page).fill('50');
  await highest(page).press('Enter');
  await expect(page).toHaveURL('/?category=Footwear&maxCost=50');
  await page.goBack();
  await expect(page).toHaveURL('/?category=Footwear');
  await expect(highest(page)).toHaveValue('');
  await expect(cards(page)).toHaveCount(6);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(cards(page)).toHaveCount(60);
  await page.goForward();
  await page.goForward();
  await expect(highest(page)).toHaveValue('50');
  await expect(chip(page, 'Footwear')).toHaveAttribute('aria-current', 'true');
});

test('going back before the page has rendered a choice undoes it, too', async ({ page }) => {
  await open(page, '/?category=Footwear');
  await openForm(page);
  await highest(page).fill('50');
  await goBackAtOnce(page);
  await highest(page).press('Enter');
  await expect(page).toHaveURL('/?category=Footwear');
  await expect(highest(page)).toHaveValue('');
  await order(page).selectOption('Rating');
  await expect(page).toHaveURL('/?category=Footwear&sort=rating');
});

test('a choice does not scroll the page', async ({ page }) => {
  await open(page, '/');
  await page.evaluate(() => window.scrollTo({ top: 150, behavior: 'instant' }));
  await chip(page, 'Music').click();
  await expect(cards(page)).toHaveCount(6);
  expect(await page.evaluate(() => window.scrollY)).toBe(150);
});

test('Clear all removes every filter, and keeps text and order @phone', async ({ page }) => {
  await open(page, '/?value=garden&category=Garden&minCost=5&minRating=3&sort=price');
  await expect(cards(page).first()).toBeVisible();
  await clearAll(page).click();
  await expect(page).toHaveURL('/?value=garden&sort=price');
  await expect(clearAll(page)).toHaveCount(0);
  await expect(heading(page, 'Results for “garden”')).toBeFocused();
});

test("filters without matches show 'No products found' and a button that clears them @phone", async ({
  page,
}) => {
  await open(page, '/?category=Music&minCost=99999');
  await expect(heading(page, 'No products found')).toBeVisible();
  await expect(count(page)).toHaveText('0 products');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/');
  await expect(cards(page)).toHaveCount(60);
  await expect(heading(page, 'All products')).toBeFocused();
});

test('a new search drops filters and order', async ({ page }) => {
  await open(page, '/?value=garden&category=Garden&maxCost=500&sort=price');
  await searchBox(page).fill('guitar');
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL('/?value=guitar');
});

test('a choice keeps the exact search for a text that looks like a typo', async ({ page }) => {
  await open(page, '/?value=garden&exact=1');
  await order(page).selectOption('Rating');
  await expect(page).toHaveURL('/?value=garden&exact=1&sort=rating');
});

test('the previous list stays, marked as busy, while a choice loads', async ({ page }) => {
  const answering = await hold(page, 'GET /products?category=Music');
  await open(page, '/');
  await chip(page, 'Music').click();
  await expect(count(page)).toHaveText('Loading Products');
  await expect(cards(page)).toHaveCount(60);
  await expect(chip(page, 'Music')).toHaveAttribute('aria-current', 'true');
  answering.release();
  await expect(cards(page)).toHaveCount(6);
  await expect(count(page)).toHaveText('6 products');
});

test('a choice that fails shows a toast, and can be undone', async ({ page }) => {
  await refuse(page, 'GET /products?category=Music', 400, 'Not today.');
  await open(page, '/');
  await chip(page, 'Music').click();
  await expectToast(page, 'Not today.', 'error');
  await clearAll(page).click();
  await expect(cards(page)).toHaveCount(60);
});

test('products are shown even if the facets cannot be loaded', async ({ page }) => {
  await cutOff(page, 'GET /products/facets?*');
  await open(page, '/');
  await chip(page, 'Music').click();
  await expect(cards(page)).toHaveCount(6);
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeEmpty();
  await expect(order(page)).toBeVisible();
});

test('the bar keeps its height after every choice @phone', async ({ page }) => {
  await open(page, '/');
  const height = async () => (await bar(page).boundingBox())?.height;
  const before = await height();
  await chip(page, 'Music').click();
  await expect(clearAll(page)).toBeVisible();
  expect(await height()).toBe(before);
  await answer(page, 'GET /products/facets?*', {
    json: { count: 0, categories: [], ratings: [], minCost: 0, maxCost: 0 },
  });
  await chip(page, 'Garden').click();
  await expect(chip(page, 'Music')).toHaveCount(0);
  expect(await height()).toBe(before);
});

test('after another screen, the arriving chips move nothing', async ({ page }) => {
  const answering = await hold(page, 'GET /products/facets');
  await open(page, '/login');
  await page.getByRole('button', { name: 'Back to explore' }).click();
  await expect(cards(page)).toHaveCount(60);
  const top = async () => (await cards(page).first().boundingBox())?.y;
  const before = await top();
  answering.release();
  await expect(chip(page, 'Music')).toBeVisible();
  expect(await top()).toBe(before);
});

test('on a phone the chips are one row that the keyboard scrolls @phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/');
  const tops = await bar(page)
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  const last = bar(page).getByRole('listitem').getByRole('link').last();
  await expect(last).not.toBeInViewport();
  await chip(page, 'Fashion').focus();
  for (let stop = 1; stop < tops.length; stop++) await page.keyboard.press('Tab');
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => window.scrollX)).toBe(0);
});

test('on a phone the disclosure shows the number of filters inside it @phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/?minCost=5&maxCost=90&minRating=3');
  await expect(disclosure(page)).toHaveText('Filters 2 set');
  await expect(order(page)).toBeHidden();
  await disclosure(page).press('Enter');
  await expect(order(page)).toBeVisible();
  for (const control of await bar(page).locator('a, button, select, input, summary').all()) {
    const box = await control.boundingBox();
    if (box) expect(box.height).toBeGreaterThanOrEqual(44);
  }
});

test('a link to a choice scrolls the row to its chip', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/?category=Toys+%26+Games');
  await expect(chip(page, 'Toys & Games')).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('chips are links, the other filters are a form, and each keeps the choices of the other @phone', async ({
    page,
  }) => {
    await page.goto('/?value=garden&sort=price');
    await chip(page, 'Garden').click();
    await expect(page).toHaveURL('/?value=garden&category=Garden&sort=price');
    await expect(cards(page)).toHaveCount(6);
    await openForm(page);
    await lowest(page).fill('9');
    await rating(page).selectOption('4 stars & up');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/value=garden&category=Garden&minCost=9&maxCost=&minRating=4/);
    for (const amount of await amounts(page)) expect(amount).toBeGreaterThanOrEqual(9);
    await openForm(page);
    await expect(lowest(page)).toHaveValue('9');
    await expect(order(page)).toHaveValue('price');
    await expect(rating(page)).toHaveValue('4');
    await clearAll(page).click();
    await expect(page).toHaveURL('/?value=garden&sort=price');
  });

  test('a choice begins at the first page', async ({ page }) => {
    await page.goto('/?maxCost=50&cursor=anywhere');
    await expect(chip(page, 'Music')).toHaveAttribute('href', '/?category=Music&maxCost=50');
  });

  test('prices the wrong way round are explained', async ({ page }) => {
    await page.goto('/?minCost=50&maxCost=20');
    await expect(bar(page).getByRole('alert')).toHaveText(
      'The lowest price must not be above the highest',
    );
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/');
    await expect(cards(page)).toHaveCount(60);
  });
});
