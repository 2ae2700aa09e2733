/** Steps through the history at moments that a test has to make. */
import type { Page } from '@playwright/test';

/**
 * With its next step the page goes back, too, and doesn't get to follow the address in between: as where
 * somebody is quick and the machine is not.
 */
export async function goBackAtOnce(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { pushState } = window.history;
    window.history.pushState = (...step) => {
      window.history.pushState = pushState;
      window.history.pushState(...step);
      window.history.back();
      // What follows the address is queued behind this, and so behind the news of going back.
      const newsMs = 100;
      const until = performance.now() + newsMs;
      while (performance.now() < until);
    };
  });
}
