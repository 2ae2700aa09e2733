/** Filters in a real shop, on a phone and without script. What needs no server is in `web/routes/products/`. */
import { LIST_PAGE_SIZE } from '../contract/limits.ts';
import {
  cards,
  chip,
  chips,
  drawer,
  highest,
  names,
  openFilters,
  option,
  order,
  pills,
  show,
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
  await openFilters(page);
  await highest(page).fill('$1,000');
  await option(page, '4 stars & up').check();
  await expect(show(page)).toHaveText('Show 3 products');
  await show(page).click();
  await expect(page).toHaveURL('/?category=Footwear&maxCost=1000&minRating=4');
  await expect(cards(page)).toHaveCount(3);
  await order(page).selectOption('Price: low to high');
  await expect(page).toHaveURL('/?category=Footwear&maxCost=1000&minRating=4&sort=price');
  await pills(page).getByRole('link', { name: 'Remove Up to $1000' }).click();
  await expect(page).toHaveURL('/?category=Footwear&minRating=4&sort=price');
  for (const address of [
    '/?category=Footwear&maxCost=1000&minRating=4&sort=price',
    '/?category=Footwear&maxCost=1000&minRating=4',
    '/?category=Footwear',
  ]) {
    await page.goBack();
    await expect(page).toHaveURL(address);
  }
  await pills(page).getByRole('button', { name: clearAll }).click();
  await expect(page).toHaveURL('/');
  await expect(cards(page)).toHaveCount(LIST_PAGE_SIZE);
});

test('on a phone the chips are one row that the keyboard scrolls, and a sheet has all filters', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/?minCost=5&maxCost=900&minRating=3');
  const tops = await chips(page).evaluateAll((items) =>
    items.map((item) => item.getBoundingClientRect().top),
  );
  expect(new Set(tops).size).toBe(1);
  const last = chips(page).last();
  await expect(last).not.toBeInViewport();
  await chips(page).first().focus();
  for (let stop = 1; stop < tops.length; stop++) await page.keyboard.press('Tab');
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => window.scrollX)).toBe(0);

  const opener = page.getByRole('button', { name: 'Filters 2 set' });
  await opener.press('Enter');
  await expect(drawer(page)).toBeVisible();
  const controls = drawer(page).locator('label, button, input:not([type=radio])');
  for (const control of [opener, order(page), ...(await controls.all())]) {
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('chips and pills are links, the filters are a form, and each keeps the choices of the other @phone', async ({
    page,
  }) => {
    // A choice begins at the first page.
    await page.goto('/?value=garden&sort=price&cursor=anywhere');
    await chip(page, 'Garden').click();
    await expect(page).toHaveURL('/?value=garden&category=Garden&sort=price');
    await expect(names(page)).toHaveCount(10);
    // Playwright's roles do not see the contents of the noscript element.
    const form = page.locator('noscript form');
    const summary = page.locator('noscript summary');
    const lowest = form.locator('[name=minCost]');
    const fourStars = form.locator('[name=minRating][value="4"]');
    await summary.click();
    await expect(form.locator('[name=category]:checked')).toHaveValue('Garden');
    await lowest.fill('9');
    await fourStars.check();
    await form.locator('[type=submit]').click();
    await expect(page).toHaveURL(/value=garden&category=Garden&minCost=9&maxCost=&minRating=4/);
    await page.waitForLoadState();
    await summary.click();
    await expect(lowest).toHaveValue('9');
    await expect(fourStars).toBeChecked();
    await order(page).selectOption('Rating');
    await page.locator('noscript > [type=submit]').click();
    await expect(page).toHaveURL(
      /sort=rating&value=garden&category=Garden&minCost=9&maxCost=&minRating=4/,
    );
    await pills(page).getByRole('link', { name: 'Remove Garden' }).click();
    await expect(page).toHaveURL('/?value=garden&minCost=9&minRating=4&sort=rating');
    await pills(page).getByRole('button', { name: clearAll }).click();
    await expect(page).toHaveURL('/?value=garden&sort=rating');

    await page.goto('/?minCost=50&maxCost=20');
    await summary.click();
    await expect(form.locator('[role=alert]')).toHaveText(
      'The lowest price must not be above the highest',
    );
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/');
    await expect(cards(page)).toHaveCount(LIST_PAGE_SIZE);
  });
});
