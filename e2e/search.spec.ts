/** Search in a real shop (R2.3, R4.3). What needs no server is in `web/search/`. */
import { LIST_PAGE_SIZE } from '../contract/limits.ts';
import { untilAlive } from './alive.ts';
import { cards, heading, names, search } from './filter-bar.ts';
import { hold, holdFiles } from './network.ts';
import { expect, open, searchBox, test } from './shop.ts';

const RELAXED = 'No product has all of these words. The first results have “running shoes”.';

test('a search finds, corrects a typo or says that there is nothing (R2.3: status 404), and the address contains it @core', async ({
  page,
}) => {
  await open(page, '/');
  await search(page, 'bonsai');
  await expect(page).toHaveURL('/?value=bonsai');
  await expect(names(page)).toHaveText(['Windswept Hillside Bonsai']);
  await search(page, 'zeppelin');
  await expect(heading(page, 'No products found')).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeEmpty();
  await search(page, 'red running shoes');
  await expect(page.getByText(RELAXED)).toBeVisible();
  await search(page, 'bonsi');
  await expect(heading(page, 'Showing results for “bonsai”')).toBeVisible();
  await expect(names(page).first()).toContainText('Bonsai');
  await page.getByRole('link', { name: 'Search for “bonsi” instead' }).click();
  await expect(page).toHaveURL('/?value=bonsi&exact=1');
  await expect(heading(page, 'No products found')).toBeVisible();

  await page.goBack();
  await expect(heading(page, 'Showing results for “bonsai”')).toBeVisible();
  await page.goBack();
  await expect(searchBox(page)).toHaveValue('');
  await expect(cards(page)).toHaveCount(LIST_PAGE_SIZE);
  await page.goForward();
  await expect(searchBox(page)).toHaveValue('bonsi');
  await expect(heading(page, 'Showing results for “bonsai”')).toBeVisible();
});

test('Enter searches for a text that was typed before the script ran', async ({ page }) => {
  const scripts = await holdFiles(page, '**/assets/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  // Once the styles are loaded, only one of the two search boxes is visible.
  await expect(searchBox(page)).toHaveCount(1);
  await searchBox(page).fill('bonsai');
  scripts.release();
  await untilAlive(page);
  await expect(searchBox(page)).toHaveValue('bonsai');
  await searchBox(page).press('Enter');
  await expect(names(page)).toHaveText(['Windswept Hillside Bonsai']);
});

test('a suggestion is taken by mouse or finger @phone', async ({ page, hasTouch }) => {
  // Results would close the list.
  await hold(page, 'GET /products/search?value=bons');
  await open(page, '/');
  await searchBox(page).pressSequentially('bons');
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(list.getByRole('option').first()).toHaveText('bonsai');
  const option = list.getByRole('option').filter({ hasText: 'Product' }).first();
  await expect(option).toContainText('Windswept Hillside Bonsai');
  await (hasTouch ? option.tap() : option.click());
  await expect(page).toHaveURL(/[?&]product=windswept-hillside-bonsai$/);
  await expect(page.getByRole('dialog', { name: 'Windswept Hillside Bonsai' })).toBeVisible();
  await expect(list).toHaveCount(0);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the server renders the products, and the search box submits a form', async ({ page }) => {
    await page.goto('/');
    await expect(cards(page)).toHaveCount(LIST_PAGE_SIZE);
    await expect(cards(page).filter({ hasText: 'Midnight Road Bicycle' })).toContainText('$649');
    await search(page, 'garden trowel');
    await expect(page).toHaveURL('/?value=garden+trowel');
    await expect(names(page).first()).toContainText('Garden Trowel');
    await expect(searchBox(page)).toHaveValue('garden trowel');
    await search(page, 'red running shoes');
    await expect(page.getByText(RELAXED)).toBeVisible();
    await search(page, 'bonsi');
    await expect(heading(page, 'Showing results for “bonsai”')).toBeVisible();
    await page.getByRole('link', { name: 'Search for “bonsi” instead' }).click();
    await expect(heading(page, 'No products found')).toBeVisible();
  });
});
