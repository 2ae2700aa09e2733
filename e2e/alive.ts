/** Waits until React has hydrated the page, and until it has loaded what it loads when it is idle. */
import { expect, type Page } from '@playwright/test';
import { screens } from '../contract/screens.ts';

/** Hydration adds the region for toasts, which the server never renders, and makes the server's dialog modal. */
export async function untilAlive(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' });
  await page.locator('dialog[open]:not(:modal)').waitFor({ state: 'detached' });
}

/** Waits for the scripts of all screens, and of what surrounds some: the router loads the page anew if one of them fails. */
export async function untilScreensAreLoaded(page: Page): Promise<void> {
  await expect.poll(() => countLoaded(page, '/route-')).toBe(screens.length + 1);
}

/** @returns how many files with this in their address the page has loaded */
export function countLoaded(page: Page, name: string): Promise<number> {
  return page.evaluate(
    (part) => performance.getEntriesByType('resource').filter((e) => e.name.includes(part)).length,
    name,
  );
}
