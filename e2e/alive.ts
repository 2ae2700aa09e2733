/** Waits until React has hydrated the page, and until it has loaded what it loads when it is idle. */
import { expect, type Page } from '@playwright/test';
import { screens } from '../contract/screens.ts';

/** Hydration adds the region for toasts, which the server never renders, and makes the server's dialog modal. */
export async function untilAlive(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' });
  await page.locator('dialog[open]:not(:modal)').waitFor({ state: 'detached' });
}

/** Waits for the scripts of all screens, of what surrounds some, and of the page for unknown addresses. */
export async function untilScreensAreLoaded(page: Page): Promise<void> {
  await expect.poll(() => countLoaded(page, '/route-')).toBe(screens.length + 2);
}

/** @returns how many scripts with this in their address the page has run, or is about to run */
export function countLoaded(page: Page, name: string): Promise<number> {
  return page.evaluate((part) => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const scripts = loaded.filter(({ initiatorType }) => initiatorType !== 'fetch');
    return new Set(scripts.map((entry) => entry.name).filter((path) => path.includes(part))).size;
  }, name);
}
