/** Suggestions of the search box, an ARIA 1.2 combobox. The specified search works beside it. */
import type { Page } from '@playwright/test';
import { cutOff, hold, watch } from './network.ts';
import { expect, open, searchBox, test } from './shop.ts';

const ANY = 'GET /products/suggestions?*';

const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });
const options = (page: Page) => list(page).getByRole('option');
const highlighted = (page: Page) => list(page).getByRole('option', { selected: true });
const names = (page: Page) => page.getByRole('article').getByRole('heading');

async function type(page: Page, text: string): Promise<void> {
  await searchBox(page).pressSequentially(text);
  await expect(list(page)).toBeVisible();
}

/** Expects that the option which the input names as active is also highlighted. */
async function expectHighlighted(page: Page, text: string): Promise<void> {
  await expect(highlighted(page)).toContainText(text);
  const id = (await highlighted(page).getAttribute('id')) ?? '';
  await expect(searchBox(page)).toHaveAttribute('aria-activedescendant', id);
  await expect(searchBox(page)).toBeFocused();
}

test.describe('with a controlled clock', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install();
    await open(page, '/');
    await page.clock.pauseAt(Date.now() + 60_000);
  });

  test('their request is sent 150 ms after the last keystroke, and not before', async ({
    page,
  }) => {
    const calls = watch(page, ANY);
    await searchBox(page).pressSequentially('gui');
    await page.clock.runFor(149);
    expect(calls).toEqual([]);
    await page.clock.runFor(1);
    await expect(options(page).first()).toHaveText('guitar');
    expect(calls.map((call) => new URL(call.url()).search)).toEqual(['?value=gui']);
  });

  test('a single letter sends no request', async ({ page }) => {
    const calls = watch(page, ANY);
    await searchBox(page).pressSequentially('g');
    await page.clock.runFor(400);
    expect(calls).toEqual([]);
  });

  test('each keystroke cancels the previous request', async ({ page }) => {
    const first = await hold(page, 'GET /products/suggestions?value=gu');
    const given = page.waitForEvent('requestfailed', (call) => call.url().endsWith('value=gu'));
    await searchBox(page).pressSequentially('gu');
    await page.clock.runFor(150);
    await searchBox(page).press('i');
    await given;
    first.release();
    await page.clock.runFor(150);
    await expect(options(page).first()).toHaveText('guitar');
  });

  test('the search for what is typed goes on untouched, and the list stays', async ({ page }) => {
    const searches = watch(page, 'GET /products/search?*');
    await searchBox(page).pressSequentially('guitar');
    await page.clock.runFor(499);
    await expect(list(page)).toBeVisible();
    expect(searches).toEqual([]);
    await page.clock.runFor(1);
    await page.clock.resume();
    await expect(names(page)).toHaveText(['Backstage Electric Guitar']);
    await expect(page).toHaveURL('/?value=guitar');
    await expect(list(page)).toBeVisible();
    expect(searches).toHaveLength(1);
  });
});

test('suggestions that take longer than the search still come', async ({ page }) => {
  const answering = await hold(page, ANY);
  await open(page, '/');
  await searchBox(page).pressSequentially('guitar');
  await expect(page).toHaveURL('/?value=guitar');
  await expect(names(page)).toHaveText(['Backstage Electric Guitar']);
  answering.release();
  await expect(list(page)).toBeVisible();
});

test('the same text sends no second request while its reply is fresh', async ({ page }) => {
  await open(page, '/');
  const calls = watch(page, 'GET /products/suggestions?value=gui');
  await type(page, 'gui');
  await searchBox(page).press('Escape');
  await expect(list(page)).toHaveCount(0);
  await searchBox(page).press('ArrowDown');
  await expect(list(page)).toBeVisible();
  expect(calls).toHaveLength(1);
});

test('the arrow keys go through the list and back to what is typed @phone', async ({ page }) => {
  await open(page, '/');
  await expect(searchBox(page)).toHaveAttribute('aria-expanded', 'false');
  await type(page, 'gar');
  await expect(searchBox(page)).toHaveAttribute('aria-expanded', 'true');
  const id = (await list(page).getAttribute('id')) ?? '';
  await expect(searchBox(page)).toHaveAttribute('aria-controls', id);
  await expect(highlighted(page)).toHaveCount(0);
  await expect(searchBox(page)).not.toHaveAttribute('aria-activedescendant');
  const texts = await options(page).allTextContents();
  for (const text of texts) {
    await searchBox(page).press('ArrowDown');
    await expectHighlighted(page, text);
  }
  await searchBox(page).press('ArrowDown');
  await expect(highlighted(page)).toHaveCount(0);
  await searchBox(page).press('ArrowUp');
  await expectHighlighted(page, texts.at(-1) ?? '');
  await expect(searchBox(page)).toHaveValue('gar');
});

test('Enter takes the highlighted one, and searches at once', async ({ page }) => {
  // Stop the clock, so that the debounce never ends.
  await page.clock.install();
  await open(page, '/');
  await searchBox(page).pressSequentially('gui');
  await page.clock.runFor(150);
  await expect(list(page)).toBeVisible();
  await searchBox(page).press('ArrowDown');
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL('/?value=guitar');
  await expect(searchBox(page)).toHaveValue('guitar');
  await expect(searchBox(page)).toBeFocused();
  await expect(list(page)).toHaveCount(0);
  await page.clock.runFor(1_000);
  await expect(list(page)).toHaveCount(0);
});

test('Enter without one searches for what is typed', async ({ page }) => {
  await open(page, '/');
  await type(page, 'gui');
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL('/?value=gui');
  await expect(list(page)).toHaveCount(0);
});

test('Escape closes the list first, and clears with the second press', async ({ page }) => {
  await open(page, '/');
  await type(page, 'gui');
  await searchBox(page).press('Escape');
  await expect(list(page)).toHaveCount(0);
  await expect(searchBox(page)).toHaveValue('gui');
  await searchBox(page).press('Escape');
  await expect(searchBox(page)).toHaveValue('');
  await expect(page).toHaveURL('/');
});

test('Tab and a click elsewhere close the list', async ({ page }) => {
  await open(page, '/');
  await type(page, 'gui');
  await searchBox(page).press('Tab');
  await expect(list(page)).toHaveCount(0);
  await searchBox(page).press('ArrowDown');
  await expect(list(page)).toBeVisible();
  await page.getByRole('contentinfo').click({ position: { x: 1, y: 1 } });
  await expect(list(page)).toHaveCount(0);
});

test('a suggestion is taken by mouse or finger @phone', async ({ page, hasTouch }) => {
  await open(page, '/');
  await type(page, 'gui');
  const option = options(page).filter({ hasText: 'Product' }).first();
  await expect(option).toContainText('Backstage Electric Guitar');
  await (hasTouch ? option.tap() : option.click());
  await expect(page).toHaveURL('/?value=Backstage+Electric+Guitar');
  await expect(searchBox(page)).toHaveValue('Backstage Electric Guitar');
  await expect(names(page).first()).toHaveText('Backstage Electric Guitar');
  await expect(list(page)).toHaveCount(0);
});

test('a category is not searched for, but chosen', async ({ page }) => {
  await open(page, '/');
  await type(page, 'kitch');
  await options(page).filter({ hasText: 'Category' }).first().click();
  await expect(page).toHaveURL('/?category=Home+%26+Kitchen');
  await expect(searchBox(page)).toHaveValue('');
  const chip = page.getByRole('link', { name: 'Home & Kitchen' });
  await expect(chip).toHaveAttribute('aria-current', 'true');
});

test('what completes is set off from what is typed', async ({ page }) => {
  await open(page, '/');
  await type(page, 'gui');
  await expect(options(page).first()).toHaveText('guitar');
  await expect(options(page).first().locator('strong')).toHaveText('tar');
});

test('a screen reader hears how many there are', async ({ page }) => {
  await open(page, '/');
  const status = page.getByRole('banner').getByRole('status');
  await expect(status).toBeEmpty();
  await type(page, 'gar');
  await expect(status).toHaveText(`${await options(page).count()} suggestions`);
  await searchBox(page).press('Escape');
  await expect(status).toBeEmpty();
});

test('suggestions that fail, or are none, are silently not there', async ({ page }) => {
  await cutOff(page, 'GET /products/suggestions?value=gui');
  await open(page, '/');
  const failed = page.waitForEvent('requestfailed');
  await searchBox(page).pressSequentially('gui');
  await failed;
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL('/?value=gui');
  await expect(list(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeEmpty();
});

test('the list lies over the page, and moves nothing @phone', async ({ page }) => {
  await open(page, '/');
  const top = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.y;
  const before = await top();
  await type(page, 'gar');
  expect(await top()).toBe(before);
  for (const option of await options(page).all()) {
    expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
});

test('going back closes the list', async ({ page }) => {
  await open(page, '/');
  await searchBox(page).fill('guitar');
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL('/?value=guitar');
  await searchBox(page).press('ArrowDown');
  await expect(list(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(list(page)).toHaveCount(0);
});

test('the search is cleared by its button, too @phone', async ({ page }) => {
  await open(page, '/?value=guitar');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL('/');
  await expect(searchBox(page)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Clear search' })).toHaveCount(0);
});

test('the option that the arrow keys are at is scrolled into view', async ({ page }) => {
  // The window is so low that the list scrolls.
  await page.setViewportSize({ width: 1280, height: 260 });
  await open(page, '/');
  await type(page, 'gar');
  await searchBox(page).press('ArrowUp');
  await expect(highlighted(page)).toBeInViewport({ ratio: 1 });
  const isInside = await highlighted(page).evaluate((option) => {
    const list = option.parentElement?.getBoundingClientRect();
    return option.getBoundingClientRect().bottom <= (list?.bottom ?? 0) + 1;
  });
  expect(isInside).toBe(true);
});

test('a request that fails closes the list of the text before', async ({ page }) => {
  await cutOff(page, 'GET /products/suggestions?value=gui');
  await open(page, '/');
  await type(page, 'gu');
  await searchBox(page).press('i');
  await expect(list(page)).toHaveCount(0);
});
