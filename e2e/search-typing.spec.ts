/** The requests while a shopper types into the search box (spec 4, spec 9). */
import type { Page } from '@playwright/test';
import { untilAlive } from './alive.ts';
import { cutOff, holdFiles, watch } from './network.ts';
import { expect, open, searchBox, test } from './shop.ts';

const ANY_SEARCH = 'GET /products/search?value=*';

const cards = (page: Page) => page.getByRole('article');
const names = (page: Page) => cards(page).getByRole('heading');

test.describe('with a controlled clock', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install();
    await open(page, '/');
    await page.clock.pauseAt(Date.now() + 60_000);
  });

  test('spec 9: the search is sent 500 ms after the last keystroke, and not before', async ({
    page,
  }) => {
    const calls = watch(page, ANY_SEARCH);
    await searchBox(page).pressSequentially('guitar');
    await page.clock.runFor(499);
    await expect(page).toHaveURL('/');
    expect(calls).toEqual([]);
    await page.clock.runFor(1);
    await page.clock.resume();
    await expect(names(page)).toHaveText(['Backstage Electric Guitar']);
    expect(calls).toHaveLength(1);
  });

  test('spec 4: each keystroke cancels the pending search', async ({ page }) => {
    const calls = watch(page, ANY_SEARCH);
    await searchBox(page).pressSequentially('gui');
    await page.clock.runFor(400);
    await searchBox(page).press('t');
    await page.clock.runFor(400);
    await searchBox(page).pressSequentially('ar');
    await page.clock.runFor(499);
    expect(calls).toEqual([]);
    await page.clock.runFor(1);
    await page.clock.resume();
    await expect(names(page)).toHaveText(['Backstage Electric Guitar']);
    expect(calls.map((request) => new URL(request.url()).search)).toEqual(['?value=guitar']);
  });

  test('a text that is typed while a search begins is not lost', async ({ page }) => {
    // The next keystrokes come at the moment at which the address changes.
    await page.evaluate(() => {
      const { pushState } = history;
      history.pushState = function (...args: Parameters<typeof pushState>) {
        pushState.apply(this, args);
        document.execCommand('insertText', false, ' bag');
      };
    });
    await searchBox(page).pressSequentially('leather');
    await searchBox(page).press('Enter');
    await page.clock.runFor(499);
    await expect(names(page)).toHaveText(['Two-Tone Leather Handbag']);
    await expect(searchBox(page)).toHaveValue('leather bag');
    await page.clock.runFor(1);
    await expect(page).toHaveURL('/?value=leather+bag');
  });

  test('going back cancels the pending search', async ({ page }) => {
    await searchBox(page).fill('guitar');
    await searchBox(page).press('Enter');
    await expect(page).toHaveURL('/?value=guitar');
    await searchBox(page).pressSequentially(' string');
    await page.goBack();
    await expect(page).toHaveURL('/');
    await expect(searchBox(page)).toHaveValue('');
    await page.clock.runFor(1_000);
    await page.clock.resume();
    await expect(cards(page)).toHaveCount(60);
    await expect(page).toHaveURL('/');
  });
});

test('Enter searches at once @phone', async ({ page }) => {
  // Stop the clock, so that the debounce never ends.
  await page.clock.install();
  await open(page, '/');
  const calls = watch(page, ANY_SEARCH);
  await searchBox(page).fill('guitar');
  await searchBox(page).press('Enter');
  await expect(names(page)).toHaveText(['Backstage Electric Guitar']);
  await page.clock.runFor(1_000);
  expect(calls).toHaveLength(1);
});

test('Escape also clears a search that is not in the address yet', async ({ page }) => {
  await cutOff(page, 'GET /products/suggestions?*');
  await open(page, '/');
  await searchBox(page).fill('guitar');
  await searchBox(page).evaluate((input: HTMLInputElement) => {
    input.form?.requestSubmit();
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  });
  await expect(page).toHaveURL('/');
  await expect(searchBox(page)).toHaveValue('');
  await expect(cards(page)).toHaveCount(60);
});

test('Enter searches for a text that was typed before the script ran', async ({ page }) => {
  const scripts = await holdFiles(page, '**/assets/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  // Once the styles are loaded, only one of the two search boxes is visible.
  await expect(searchBox(page)).toHaveCount(1);
  await searchBox(page).fill('guitar');
  scripts.release();
  await untilAlive(page);
  await expect(searchBox(page)).toHaveValue('guitar');
  await searchBox(page).press('Enter');
  await expect(names(page)).toHaveText(['Backstage Electric Guitar']);
});
