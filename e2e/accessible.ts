/** What every screen must be: free of violations that axe finds, and no wider than the window. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose outcome depends on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** In both colour schemes. */
export async function expectAccessible(page: Page): Promise<void> {
  // Scroll to the top, where the header covers nothing.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  // Without motion, axe measures no colour in the middle of a transition.
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  expect(await violations(scan(page).withTags(RULES))).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(scan(page).withRules(COLOUR_RULES)), 'in dark colours').toEqual([]);
}

function scan(page: Page): AxeBuilder {
  return (
    new AxeBuilder({ page })
      .options({ resultTypes: ['violations'] })
      // Without legacy mode axe opens another page to merge the results of frames. There are no frames.
      .setLegacyMode()
      // All cards have the same structure, so two rows of them are enough.
      .exclude('main li:nth-child(n + 9)')
  );
}

async function violations(scan: AxeBuilder): Promise<string[]> {
  const { violations } = await scan.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** 640 px is the width of a 1280 px window at 200 % zoom. */
export async function expectToFit(page: Page): Promise<void> {
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
}

/** On a phone whose owner wants letters of twice the size. */
export async function expectLargeTextToFit(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  await browser.detach();
}
