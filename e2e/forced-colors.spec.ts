/** Edges and states stay visible in forced colours, such as those of Windows' contrast themes. */
import type { Locator, Page } from '@playwright/test';
import { answerDetails, dialogOf } from './product-dialog.ts';
import { expect, open, test } from './shop.ts';
import { demoProduct } from './shopper.ts';

const sneakers = demoProduct('Summit Leather High-Tops');
const rope = demoProduct('Tangerine Jump Rope');

/** The computed value of a CSS property. */
function styleOf(element: Locator, property: string, pseudo?: string): Promise<string> {
  return element.evaluate(
    (node, [name, part]) => getComputedStyle(node, part).getPropertyValue(name as string),
    [property, pseudo] as const,
  );
}

/** A system colour as the browser renders it. */
function systemColour(page: Page, name: string): Promise<string> {
  return page.evaluate((color) => {
    document.body.style.color = color;
    const rendered = getComputedStyle(document.body).color;
    document.body.style.color = '';
    return rendered;
  }, name);
}

const forced = { forcedColors: 'active', colorScheme: 'dark', reducedMotion: 'reduce' } as const;

test('look: in forced colours a visitor sees stars, edges and what is chosen', async ({ page }) => {
  await page.emulateMedia(forced);
  await answerDetails(page, sneakers, { pictures: [sneakers.image, rope.image] });
  await open(page, `/?category=${sneakers.category}`);
  const stars = page.getByRole('img', { name: /stars$/ }).first();
  const colours = await Promise.all([
    styleOf(page.locator('body'), 'background-color'),
    styleOf(stars, 'background-color'),
    styleOf(stars.locator('rect'), 'fill'),
  ]);
  expect(new Set(colours).size).toBe(3);

  // A chosen chip has the colours of a selection.
  const chip = page.getByRole('link', { name: `${sneakers.category} 6 remove filter` });
  expect(await styleOf(chip, 'background-color')).toBe(await systemColour(page, 'Highlight'));
  const count = await styleOf(chip.locator('span').first(), 'color');
  expect(count).toBe(await styleOf(chip, 'color'));

  await open(page, `/?product=${sneakers._id}`);
  const dialog = dialogOf(page, sneakers);
  expect(await styleOf(dialog.locator('> div').first(), 'border-top-width')).toBe('2px');
  const dot = (n: number) => dialog.getByRole('button', { name: `Picture ${n} of 2`, exact: true });
  const highlight = await systemColour(page, 'Highlight');
  expect(await styleOf(dot(1), 'border-top-color', '::before')).toBe(highlight);
  expect(await styleOf(dot(2), 'border-top-color', '::before')).not.toBe(highlight);

  // A toast leaves after a while, so its edge is read at once.
  const edge = page.waitForFunction(() => {
    const shown = document.querySelector('[aria-label="Notifications"] [role="dialog"]');
    return shown && getComputedStyle(shown).borderTopWidth;
  });
  await dialog.getByRole('button', { name: /^ADD TO CART/ }).click();
  expect(await (await edge).jsonValue()).toBe('2px');
});
