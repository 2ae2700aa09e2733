/** A layout waits for each system font, and for pictures in style sheets. */
import type { Page } from '@playwright/test';
import { prepareOrder } from './checkout.ts';
import { expect, loggedInTest, open, test } from './shop.ts';

/** The sizes and weights of text in the system font. The system loads each of them. */
function systemFonts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const fonts = new Set<string>();
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const element = node.parentElement;
      if (!element?.checkVisibility({ contentVisibilityAuto: true })) continue;
      if (node.textContent?.trim() === '') continue;
      const { fontFamily, fontSize, fontWeight } = getComputedStyle(element);
      if (fontFamily.startsWith('system-ui')) fonts.add(`${fontSize} ${fontWeight}`);
    }
    return [...fonts];
  });
}

async function expectNoOther(page: Page, knownFonts: string[]): Promise<void> {
  expect((await systemFonts(page)).filter((font) => !knownFonts.includes(font))).toEqual([]);
}

test('login and register use no font that the products do not use', async ({ page }) => {
  await open(page, '/');
  const knownFonts = await systemFonts(page);
  expect(knownFonts).toContain('15px 650');
  for (const [button, heading] of [
    ['LOGIN', 'Login'],
    ['REGISTER', 'Register'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('heading', { name: heading }).waitFor();
    await expectNoOther(page, knownFonts);
    await page.getByRole('button', { name: 'Back to explore' }).click();
  }
});

loggedInTest(
  'the checkout uses no font that the products do not use',
  async ({ page, shopper }) => {
    await prepareOrder(shopper);
    await open(page, '/');
    const checkout = page.getByRole('button', { name: 'Checkout', exact: true });
    await checkout.waitFor();
    const knownFonts = await systemFonts(page);
    await checkout.click();
    await page.getByRole('heading', { name: 'Order details' }).waitFor();
    await expectNoOther(page, knownFonts);
  },
);

test('style sheets load no picture', async ({ page }) => {
  await open(page, '/');
  const address = await page.locator('link[rel=stylesheet]').getAttribute('href');
  const text = await (await page.request.get(address ?? '')).text();
  expect(text).toContain('@font-face');
  const asked = [...text.matchAll(/url\(([^)]*)\)/g)].map(([, address]) => address ?? '');
  expect(asked.filter((address) => !address.includes('.woff2'))).toEqual([]);
});
