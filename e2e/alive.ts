/** When a page's script has taken over what the server sent. */
import type { Page } from '@playwright/test';

const GIVE_UP_MS = 20_000;
const LOOK_EVERY_MS = 50;

/**
 * A page that is alive fetches its toaster at the first sign of use: here, of a key that means
 * nothing by itself.
 * @throws Error where it isn't alive after twenty seconds
 */
export async function untilAlive(page: Page): Promise<void> {
  const toaster = page.getByRole('region', { name: 'Notifications' });
  const deadline = performance.now() + GIVE_UP_MS;
  for (;;) {
    await page.keyboard.press('Control');
    const isAlive = await toaster.waitFor({ state: 'attached', timeout: LOOK_EVERY_MS }).then(
      () => true,
      () => false,
    );
    if (isAlive) return;
    if (performance.now() > deadline) throw new Error(`${page.url()} is not alive`);
  }
}
