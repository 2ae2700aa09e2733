/** An invoice, from the order to the sheet of paper. */
import { HOME } from './checkout.ts';
import { card, expect, loggedInTest, open, test, toast } from './shop.ts';
import { demoProduct } from './shopper.ts';

const NAMES = [
  'Star-Stamped Bookmark',
  'Peony Bath Soap',
  'Wide-Tooth Hair Pick',
  'Lucky Star Yo-Yo',
  'Sunny Spiral Notebook',
  'Close-Shave Razor',
  'Giant Garden Sunflower',
  'Confetti Hardcover Journal',
  'Seaside Flip-Flops',
  'Rosewater Body Lotion',
  'Parisian Café Cup & Saucer',
  'Old-Fashioned Twin-Bell Alarm Clock with Brass Bells and a Very Loud Ring',
];

loggedInTest(
  'the invoice of an order of 12 lines is linked on /thanks once it is issued, and fits on one sheet',
  async ({ page, shopper }) => {
    for (const name of NAMES) await shopper.putInCart(demoProduct(name));
    const number = await shopper.order(HOME);
    await open(page, '/thanks');
    const link = page.getByRole('link', { name: /^Your invoice / });
    // The shop issues it 15 to 20 seconds after the order.
    await expect(link).toBeVisible({ timeout: 120_000 });
    await link.click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(/^Invoice \d{4}-\d{6}$/);
    await expect(page.getByRole('main')).toContainText(`Order ${number}, placed`);
    await expect(page.getByRole('row')).toHaveCount(NAMES.length + 2);
    await expect(page.getByRole('row').last().getByRole('cell')).toHaveCSS('font-weight', '600');
    for (const format of ['A4', 'Letter']) {
      expect(countSheets(await page.pdf({ format })), format).toBe(1);
    }
    await page.emulateMedia({ media: 'print' });
    for (const role of ['banner', 'contentinfo'] as const) {
      await expect(page.getByRole(role)).toBeHidden();
    }
    await expect(page.getByText('Skip to content')).toBeHidden();
  },
);

test('a toast is not printed', async ({ page }) => {
  await open(page, '/');
  await card(page, 'Rainbow Diamond Kite').getByRole('button').click();
  // A role finds no element that is hidden.
  const shown = await toast(page).elementHandle();
  expect(await shown?.textContent()).toBe('Log in to add an item to the cart');
  await page.emulateMedia({ media: 'print' });
  expect(await shown?.evaluate((element) => element.checkVisibility())).toBe(false);
});

function countSheets(pdf: Buffer): number {
  return [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length;
}
