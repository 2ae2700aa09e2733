/** When a page's script has taken over what the server sent. */
import type { Page } from '@playwright/test';

/** A page that is alive has a place for toasts, which no server renders. */
export async function untilAlive(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' });
}
