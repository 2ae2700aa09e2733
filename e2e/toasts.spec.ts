/** Notifications (spec 4, spec 9). */
import type { Page } from '@playwright/test';
import * as messages from '../contract/messages.ts';
import { expect, expectToast, open, test, toast } from './shop.ts';

const TOO_SHORT = 'Username must be at least 6 characters';
const REQUIRED = 'Username is a required field';

/** Submits the form, whose checks show a toast. */
async function submit(page: Page, username: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByRole('textbox', { name: 'Username' }).press('Enter');
}

test('spec 4: one at a time; a new one takes the place of the old, and both are read out', async ({
  page,
}) => {
  await open(page, '/login');
  const region = page.getByRole('region', { name: 'Notifications' });
  await expect(region).toHaveAttribute('aria-live', 'polite');
  await submit(page, '');
  await expectToast(page, REQUIRED, 'warning');
  await submit(page, 'crio');
  await expectToast(page, TOO_SHORT, 'warning');
  await expect(region).not.toContainText(REQUIRED);
});

test('spec 4: duplicates are suppressed', async ({ page }) => {
  await open(page, '/login');
  await submit(page, '');
  await expectToast(page, REQUIRED);
  const first = await toast(page).elementHandle();
  for (const _ of [1, 2, 3]) await submit(page, '');
  await expectToast(page, REQUIRED);
  expect(await first?.evaluate((element) => element.isConnected)).toBe(true);
});

test('spec 4: at the bottom centre', async ({ page }) => {
  await open(page, '/login');
  await submit(page, '');
  await expectToast(page, REQUIRED);
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const box = await toast(page).boundingBox();
    if (box === null) throw new Error('There is no toast');
    expect(Math.abs(box.x + box.width / 2 - width / 2)).toBeLessThan(2);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
    expect(box.y + box.height).toBeGreaterThan(height - 60);
  }
});

/** Expects that the toast is leaving. The clock is stopped, so it stays in this state. */
async function expectToLeave(page: Page): Promise<void> {
  await expect(toast(page)).toHaveAttribute('data-ending-style');
  await page.clock.resume();
  await expect(toast(page)).toHaveCount(0);
}

async function expectToStay(page: Page, message: string): Promise<void> {
  await expectToast(page, message);
  await expect(toast(page)).not.toHaveAttribute('data-ending-style');
}

test.describe('with a controlled clock', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install();
    await open(page, '/login');
    await page.clock.pauseAt(Date.now() + 60_000);
    await submit(page, '');
    await expectToast(page, REQUIRED);
  });

  test('spec 9: hides by itself after 5000 ms, and not before', async ({ page }) => {
    await page.clock.runFor(4_999);
    await expectToStay(page, REQUIRED);
    await page.clock.runFor(1);
    await expectToLeave(page);
  });

  test('spec 4: a duplicate does not make it stay longer', async ({ page }) => {
    await page.clock.runFor(4_000);
    await submit(page, '');
    await page.clock.runFor(1_000);
    await expectToLeave(page);
  });

  test('spec 9: a new message has 5000 ms of its own', async ({ page }) => {
    await page.clock.runFor(4_000);
    await submit(page, 'crio');
    await expectToast(page, TOO_SHORT);
    await page.clock.runFor(4_999);
    await expectToStay(page, TOO_SHORT);
    await page.clock.runFor(1);
    await expectToLeave(page);
  });

  test('spec 4: the same message shows again while the last one leaves', async ({ page }) => {
    await page.clock.runFor(5_000);
    await expect(toast(page)).toHaveAttribute('data-ending-style');
    await submit(page, '');
    await expectToStay(page, REQUIRED);
    await page.clock.runFor(4_999);
    await expectToStay(page, REQUIRED);
  });
});

test('spec 9: enters within 225 ms and leaves within 195 ms', async ({ page }) => {
  await open(page, '/login');
  await submit(page, '');
  await expectToast(page, REQUIRED);
  const durations = () =>
    toast(page).evaluate((element) => getComputedStyle(element).transitionDuration.split(', '));
  expect(new Set(await durations())).toEqual(new Set(['0.225s']));
  // The attribute gives the toast the styles that it has while it leaves.
  await toast(page).evaluate((element) => element.setAttribute('data-ending-style', ''));
  expect(new Set(await durations())).toEqual(new Set(['0.195s']));
});

test('a toast can be dismissed', async ({ page }) => {
  await open(page, '/login');
  await submit(page, '');
  await toast(page).hover();
  await toast(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast(page)).toHaveCount(0);
  await submit(page, '');
  await expectToast(page, REQUIRED);
});

test.describe('before the first input', () => {
  test.use({
    storageState: async ({ baseURL }, use) => {
      const session = { username: 'somebody', token: 'of-another-shop', balance: '5000' };
      const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }));
      await use({ cookies: [], origins: [{ origin: baseURL ?? '', localStorage }] });
    },
  });

  test('a toast is shown', async ({ page }) => {
    await page.goto('/');
    await expectToast(page, messages.sessionEnded, 'error');
  });
});

test.describe('without its viewport', () => {
  test.use({ mayFail: /viewport-/ });

  test('a toast that waits for its viewport is shown plainly', async ({ page }) => {
    // The server cannot be reached any more right after it has sent the page's own scripts.
    await page.route('**/assets/viewport-*.js', (route) => route.abort('connectionrefused'));
    await page.goto('/');
    await expect(async () => {
      await page.getByRole('article').first().getByRole('button').click();
      await expectToast(page, 'Log in to add an item to the cart', 'warning');
    }).toPass();
  });
});

test('the text of a toast is its message', async ({ page }) => {
  await open(page, '/login');
  await submit(page, '');
  await expectToast(page, REQUIRED);
  await expect(toast(page)).toHaveText(REQUIRED);
});
