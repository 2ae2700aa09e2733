/** Search (spec 2, spec 4, spec 8; decisions, in the browser). */
import type { Page } from '@playwright/test';
import { SEARCH_DEBOUNCE_MS } from '../contract/limits.ts';
import { cutOff, hold, isCall, refuse, watch } from './network.ts';
import {
  card,
  cartPanel,
  expect,
  expectToast,
  loggedInTest,
  open,
  searchBox,
  test,
} from './shop.ts';

const ANY_SEARCH = 'GET /products/search?value=*';
const GENERIC =
  'Something went wrong. Check that the backend is running, reachable and returns valid JSON.';

const cards = (page: Page) => page.getByRole('article');
const names = (page: Page) => cards(page).getByRole('heading');

async function search(page: Page, text: string): Promise<void> {
  await searchBox(page).fill(text);
  await searchBox(page).press('Enter');
}

test('a superseded search is cancelled, and never overwrites the newer one', async ({ page }) => {
  const first = await hold(page, 'GET /products/search?value=guitar');
  const given = page.waitForEvent('requestfailed', (request) =>
    isCall('GET /products/search?value=guitar', request),
  );
  await open(page, '/');
  await search(page, 'guitar');
  await search(page, 'violin');
  await expect(names(page)).toHaveText(['Maplewood Student Violin']);
  await given;
  first.release();
  await expect(names(page)).toHaveText(['Maplewood Student Violin']);
});

test('the previous list stays, marked as busy, while a search runs', async ({ page }) => {
  const answering = await hold(page, ANY_SEARCH);
  await open(page, '/');
  await search(page, 'guitar');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading Products');
  await expect(cards(page)).toHaveCount(60);
  answering.release();
  await expect(cards(page)).toHaveCount(1);
});

test('decisions, in the browser: a search sends its text alone, URL-encoded', async ({ page }) => {
  const calls = watch(page, 'GET /products/search*');
  await open(page, '/');
  for (const [i, [text, sent]] of (
    [
      ['a&b', 'a%26b'],
      ['#1', '%231'],
      ['50%', '50%25'],
      ['(', '('],
      ['tea pot', 'tea%20pot'],
    ] as const
  ).entries()) {
    await search(page, text);
    await expect(page.getByRole('heading', { name: `Results for “${text}”` })).toBeVisible();
    await expect.poll(() => calls.length).toBe(i + 1);
    expect(new URL(calls[i]?.url() ?? '').search).toBe(`?value=${sent}`);
    expect(new URL(page.url()).searchParams.get('value')).toBe(text);
    expect((await calls[i]?.response())?.status()).toBeLessThan(500);
    await expect(searchBox(page)).toHaveValue(text);
  }
});

test('decisions, in the browser: a blank text shows the whole list', async ({ page }) => {
  await open(page, '/');
  await search(page, 'guitar');
  await expect(cards(page)).toHaveCount(1);
  await search(page, '   ');
  await expect(cards(page)).toHaveCount(60);
  await expect(page).toHaveURL('/');
});

test("spec 8, search: 404 empties the result list, which is 'No products found' @core", async ({
  page,
}) => {
  await open(page, '/');
  await search(page, 'zeppelin');
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeEmpty();
});

test('spec 8, search: 500 shows the server’s message and restores the full list', async ({
  page,
}) => {
  await refuse(page, 'GET /products/search?value=violin', 500, 'The index is being rebuilt.');
  await open(page, '/');
  await search(page, 'guitar');
  await expect(cards(page)).toHaveCount(1);
  await search(page, 'violin');
  await expectToast(page, 'The index is being rebuilt.', 'error');
  await expect(cards(page)).toHaveCount(60);
});

test('spec 8, search: no response shows the generic message', async ({ page }) => {
  await cutOff(page, ANY_SEARCH);
  await open(page, '/');
  await search(page, 'guitar');
  await expectToast(page, GENERIC, 'error');
  await expect(cards(page)).toHaveCount(60);
});

test('the address contains the search; back and forward change it @core', async ({ page }) => {
  await open(page, '/');
  await search(page, 'guitar');
  await expect(page).toHaveURL('/?value=guitar');
  await expect(cards(page)).toHaveCount(1);
  await page.goBack();
  await expect(searchBox(page)).toHaveValue('');
  await expect(cards(page)).toHaveCount(60);
  await page.goForward();
  await expect(searchBox(page)).toHaveValue('guitar');
  await expect(names(page)).toHaveText(['Backstage Electric Guitar']);
});

test('a debounce that ends during going back does not search again', async ({ page }) => {
  await page.addInitScript((debounceMs) => {
    const timers = new Map<number, () => void>();
    const { setTimeout, clearTimeout } = window;
    // End the debounce right after going back, before the page shows the earlier listing.
    addEventListener('popstate', () =>
      queueMicrotask(() => {
        for (const end of timers.values()) end();
      }),
    );
    Object.assign(window, {
      setTimeout(work: () => void, ms = 0, ...args: []) {
        const timer = setTimeout(ms === debounceMs ? () => {} : work, ms, ...args);
        if (ms === debounceMs) timers.set(timer, work);
        return timer;
      },
      clearTimeout(timer: number) {
        timers.delete(timer);
        clearTimeout(timer);
      },
    });
  }, SEARCH_DEBOUNCE_MS);
  await open(page, '/');
  await search(page, 'guitar');
  await expect(names(page)).toHaveText(['Backstage Electric Guitar']);
  await page.goBack();
  await expect(cards(page)).toHaveCount(60);
  await expect(page).toHaveURL('/');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a link to a search is rendered on the server', async ({ page }) => {
    await page.goto('/?value=guitar');
    await expect(names(page)).toHaveText(['Backstage Electric Guitar']);
    await expect(searchBox(page)).toHaveValue('guitar');
  });

  test('the search box submits a form', async ({ page }) => {
    await page.goto('/');
    await search(page, 'garden fountain');
    await expect(page).toHaveURL('/?value=garden+fountain');
    await expect(cards(page)).toHaveCount(1);
  });
});

loggedInTest(
  'decisions, in the browser: a search never changes what the cart shows',
  async ({ page, shopper }) => {
    await shopper.putInCart({ _id: 'summit-hiking-boots' }, 2);
    await open(page, '/');
    const panel = cartPanel(page);
    await expect(panel).toContainText('$278');
    const before = await panel.innerText();
    await search(page, 'guitar');
    await expect(cards(page)).toHaveCount(1);
    expect(await panel.innerText()).toBe(before);
    await card(page, 'Backstage Electric Guitar').getByRole('button').click();
    await expect(panel).toContainText('$707');
    await search(page, 'zeppelin');
    await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
    await expect(panel).toContainText('$707');
    await expect(panel).not.toContainText('NaN');
  },
);

loggedInTest(
  'known defects: a cart opened by a link to a search has its total, not $NaN',
  async ({ page, shopper }) => {
    await shopper.putInCart({ _id: 'summit-hiking-boots' }, 2);
    await open(page, '/?value=guitar');
    await expect(cartPanel(page)).toContainText('Summit Hiking Boots');
    await expect(cartPanel(page)).toContainText('$278');
  },
);

test('after a typo the page says what it searched for, and links to the typed text @core', async ({
  page,
}) => {
  await open(page, '/');
  await search(page, 'gitar');
  await expect(page.getByRole('heading', { name: 'Showing results for “guitar”' })).toBeVisible();
  await expect(cards(page)).not.toHaveCount(0);
  await expect(names(page).first()).toContainText('Guitar');
  await page.getByRole('link', { name: 'Search for “gitar” instead' }).click();
  await expect(page).toHaveURL('/?value=gitar&exact=1');
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Showing results for “guitar”' })).toBeVisible();
});

const relaxed = 'No results for “red running shoes”. Showing results for “running shoes”.';

test('a search without a product for all words says what it shows instead', async ({ page }) => {
  await open(page, '/');
  await search(page, 'red running shoes');
  await expect(page.getByRole('heading', { name: relaxed })).toBeVisible();
  await expect(names(page).first()).toContainText('Running Shoes');
  await search(page, 'running shoes');
  await expect(page.getByRole('heading', { name: 'Results for “running shoes”' })).toBeVisible();
});

test.describe('a search without a product for all words, without script', () => {
  test.use({ javaScriptEnabled: false });

  test('says the same', async ({ page }) => {
    await page.goto('/?value=red+running+shoes');
    await expect(page.getByRole('heading', { name: relaxed })).toBeVisible();
    await expect(cards(page)).not.toHaveCount(0);
  });
});

test.describe('a typo, without script', () => {
  test.use({ javaScriptEnabled: false });

  test('is corrected on the server', async ({ page }) => {
    await page.goto('/?value=gitar');
    await expect(page.getByRole('heading', { name: 'Showing results for “guitar”' })).toBeVisible();
    await page.getByRole('link', { name: 'Search for “gitar” instead' }).click();
    await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  });
});
