/** The states of the search and of the filters. */
import { highest, lowest, openFilters } from './filter-bar.ts';
import { hold } from './network.ts';
import { expect, open, searchBox } from './shop.ts';
import { type State, visitor } from './state.ts';

export const searchStates: State[] = [
  visitor('search-results', 'What a search found', async (page) => {
    await open(page, '/?value=garden');
    await expect(page.getByRole('heading', { name: 'Results for “garden”' })).toBeVisible();
  }),
  visitor('search-nothing', 'A search that found nothing', async (page) => {
    await open(page, '/?value=submarine');
    await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  }),
  visitor('search-corrected', 'A search that looked like a typo', async (page) => {
    await open(page, '/?value=bonsi');
    await expect(page.getByRole('link', { name: 'Search for “bonsi” instead' })).toBeVisible();
  }),
  visitor('search-relaxed', 'A search of which nothing has all words', async (page) => {
    await open(page, '/?value=red%20running%20shoes');
    const sentence = 'No product has all of these words. The first results have “running shoes”.';
    await expect(page.getByText(sentence)).toBeVisible();
  }),
  visitor('suggestions', 'Suggestions while one types, one of them highlighted', async (page) => {
    await open(page, '/');
    await searchBox(page).pressSequentially('furni');
    await expect(page.getByRole('heading', { name: 'Results for “furni”' })).toBeVisible();
    // The list, which the results have closed, is opened again.
    await searchBox(page).press('ArrowDown');
    await expect(page.getByRole('option')).not.toHaveCount(0);
    await searchBox(page).press('ArrowDown');
  }),
  visitor('filters-chosen', 'Filters that are set, and another order', async (page) => {
    await open(page, '/?category=Footwear&minCost=20&minRating=4&sort=price');
    await expect(page.getByText('3 products', { exact: true })).toBeVisible();
  }),
  visitor('filters-open', 'All that can be set', async (page) => {
    await open(page, '/?minCost=20&minRating=4');
    await openFilters(page);
    await expect(page.getByRole('button', { name: /^Show \d+ products/ })).toBeVisible();
  }),
  visitor('filters-wrong', 'A price range that makes no sense', async (page) => {
    await open(page, '/?category=Garden');
    await openFilters(page);
    await lowest(page).fill('50');
    await highest(page).fill('20');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toBeVisible();
  }),
  visitor('filters-nothing', 'Filters that leave nothing', async (page) => {
    await open(page, '/?category=Footwear&minCost=5000');
    await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible();
  }),
  visitor('search-running', 'A search on its way: what was there stays, dimmed', async (page) => {
    await hold(page, 'GET /products/search?value=garden');
    await open(page, '/');
    await searchBox(page).fill('garden');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Loading Products')).toBeVisible();
  }),
];
