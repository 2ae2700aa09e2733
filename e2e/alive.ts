/** Waits until React has hydrated the page. */
import type { Page } from '@playwright/test';

/** Hydration adds the region for toasts, which the server never renders, and makes the server's dialog modal. */
export async function untilAlive(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' });
  await page.locator('dialog[open]:not(:modal)').waitFor({ state: 'detached' });
}
