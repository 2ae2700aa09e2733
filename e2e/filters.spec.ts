/** Filters in a real shop, on a phone and without script. What needs no server is in `web/routes/products/`. */
import {
  bar,
  cards,
  chip,
  disclosure,
  highest,
  lowest,
  names,
  openForm,
  order,
  rating,
} from './filter-bar.ts';
import { expect, open, test } from './shop.ts';

const clearAll = 'Clear all';

test('category, price, rating and order are chosen, and going back undoes each @phone @core', async ({
  page,
}) => {
  await open(page, '/');
  await expect(chip(page, 'Footwear')).toHaveAccessibleName('Footwear 6');
  await page.evaluate(() => window.scrollTo({ top: 150, behavior: 'instant' }));
  await chip(page, 'Footwear').click();
  await expect(page).toHaveURL('/?category=Footwear');
  await expect(cards(page)).toHaveCount(6);
  await expect(chip(page, 'Footwear'), 'a choice leaves its chip in view').toBeInViewport();
  // The chosen category does not change the counts of the others.
  await expect(chip(page, 'Garden')).toHaveAccessibleName('Garden 10');
  await openForm(page);
  await highest(page).fill('$1,000');
  await highest(page).press('Enter');
  await expect(page).toHaveURL('/?category=Footwear&maxCost=1000');
  await rating(page).selectOption('4 stars & up');
  await expect(page).toHaveURL('/?category=Footwear&maxCost=1000&minRating=4');
  await order(page).selectOption('Price: low to high');
  await expect(page).toHaveURL('/?category=Footwear&maxCost=1000&minRating=4&sort=price');
  for (const address of [
    '/?category=Footwear&maxCost=1000&minRating=4',
    '/?category=Footwear&maxCost=1000',
    '/?category=Footwear',
  ]) {
    await page.goBack();
    await expect(page).toHaveURL(address);
  }
  await expect(highest(page)).toHaveValue('');
  await bar(page).getByRole('button', { name: clearAll }).click();
  await expect(page).toHaveURL('/');
  await expect(cards(page)).toHaveCount(60);
});

test('on a phone the chips are one row that the keyboard scrolls, and a disclosure has the rest', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/?minCost=5&maxCost=900&minRating=3');
  const tops = await bar(page)
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  const last = bar(page).getByRole('listitem').getByRole('link').last();
  await expect(last).not.toBeInViewport();
  await bar(page).getByRole('listitem').getByRole('link').first().focus();
  for (let stop = 1; stop < tops.length; stop++) await page.keyboard.press('Tab');
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => window.scrollX)).toBe(0);

  await expect(disclosure(page)).toHaveText('Filters 2 set');
  await expect(order(page)).toBeHidden();
  await disclosure(page).press('Enter');
  await expect(order(page)).toBeVisible();
  for (const control of await bar(page).locator('a, button, select, input, summary').all()) {
    const box = await control.boundingBox();
    if (box) expect(box.height).toBeGreaterThanOrEqual(44);
  }
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('chips are links, the other filters are a form, and each keeps the choices of the other @phone', async ({
    page,
  }) => {
    // A choice begins at the first page.
    await page.goto('/?value=garden&sort=price&cursor=anywhere');
    await chip(page, 'Garden').click();
    await expect(page).toHaveURL('/?value=garden&category=Garden&sort=price');
    await expect(names(page)).toHaveCount(10);
    await openForm(page);
    await lowest(page).fill('9');
    await rating(page).selectOption('4 stars & up');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/value=garden&category=Garden&minCost=9&maxCost=&minRating=4/);
    await openForm(page);
    await expect(lowest(page)).toHaveValue('9');
    await expect(order(page)).toHaveValue('price');
    await expect(rating(page)).toHaveValue('4');
    await bar(page).getByRole('button', { name: clearAll }).click();
    await expect(page).toHaveURL('/?value=garden&sort=price');

    await page.goto('/?minCost=50&maxCost=20');
    await openForm(page);
    await expect(bar(page).getByRole('alert')).toHaveText(
      'The lowest price must not be above the highest',
    );
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/');
    await expect(cards(page)).toHaveCount(60);
  });
});
