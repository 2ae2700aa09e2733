/** Navigates in the history at exact moments. */
import type { Page } from '@playwright/test';

/**
 * Goes back right after the page's next navigation, before the page can render the new address. A quick
 * shopper does this on a slow machine.
 */
export async function goBackAtOnce(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { pushState } = window.history;
    window.history.pushState = (...step) => {
      window.history.pushState = pushState;
      window.history.pushState(...step);
      window.history.back();
      // Block the page until the popstate event is queued, so that it precedes the rendering.
      const popstateMs = 100;
      const until = performance.now() + popstateMs;
      while (performance.now() < until);
    };
  });
}
