/** Waits until React has hydrated the page. */
import type { Page } from '@playwright/test';

/** Hydration adds the region for toasts, which the server never renders. */
export async function untilAlive(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' });
}
