/** An invoice, from the order to the sheet of paper. */
import type { Page } from '@playwright/test';
import { HOME } from './checkout.ts';
import { card, expect, loggedInTest, open, test, testWithIdentity, toast } from './shop.ts';
import { demoProduct } from './shopper.ts';

const NAMES = [
  'Pink Party Balloon',
  'Snow White USB Cable',
  'Zebra Haworthia in White Pot',
  'Lucky Court Tennis Ball',
  'Riverstone Wireless Mouse',
  'Crimson Network Cable',
  'Red Garden Tulips',
  'Painted Pot Spider Plant',
  'Airborne Gym Trainers',
  'Match-Day Soccer Ball',
  'White Café Chair',
  'Old-Fashioned Twin-Bell Alarm Clock with Black Bells and a Very Loud Ring',
];

const taxedTest = testWithIdentity({
  name: 'Birch',
  seller: {
    ...{ legalName: 'Birch Ltd', address: '2 Mill Lane\nOxford', country: 'GB', taxId: 'GB123' },
    email: 'hello@birch.example',
  },
  tax: { name: 'VAT', percent: 20 },
});

loggedInTest(
  'the specimen of an order of 12 lines is linked in /orders, says what it is, and fits on one sheet',
  async ({ page, shopper }) => {
    for (const name of NAMES) await shopper.putInCart(demoProduct(name));
    const number = await shopper.order(HOME);
    await open(page, '/orders');
    await page.getByRole('link', { name: 'Specimen' }).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Specimen of an invoice');
    await expect(page.getByRole('main')).toContainText(`Order${number}`);
    await expectSheet(page);
  },
);

taxedTest(
  'the invoice of an order of 12 lines is linked on /thanks once it is issued, has its tax, and fits on one sheet',
  async ({ page, shopper }) => {
    for (const name of NAMES) await shopper.putInCart(demoProduct(name));
    await shopper.order(HOME);
    await open(page, '/thanks');
    const link = page.getByRole('link', { name: /^Your invoice / });
    // The shop issues it 15 to 20 seconds after the order.
    await expect(link).toBeVisible({ timeout: 120_000 });
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Invoice \d{4}-\d{6}$/);
    await expect(page.getByRole('main')).toContainText('VAT number GB123');
    await expect(page.getByRole('table', { name: 'Tax by rate' })).toContainText('20%');
    await expectSheet(page);
  },
);

test('a toast is not printed', async ({ page }) => {
  await open(page, '/');
  await card(page, 'Tangerine Jump Rope').getByRole('button').click();
  // A role finds no element that is hidden.
  const shown = await toast(page).elementHandle();
  expect(await shown?.textContent()).toBe('Log in to add an item to the cart');
  await page.emulateMedia({ media: 'print' });
  expect(await shown?.evaluate((element) => element.checkVisibility())).toBe(false);
});

/** Expects the lines of all products, on one sheet of paper with nothing but the document. */
async function expectSheet(page: Page): Promise<void> {
  const rows = page.getByRole('table').first().getByRole('row');
  await expect(rows).toHaveCount(NAMES.length + 2);
  await expect(rows.last().getByRole('cell')).toHaveCSS('font-weight', '600');
  for (const format of ['A4', 'Letter']) {
    expect(countSheets(await page.pdf({ format })), format).toBe(1);
  }
  await page.emulateMedia({ media: 'print' });
  for (const role of ['banner', 'contentinfo'] as const) {
    await expect(page.getByRole(role)).toBeHidden();
  }
  await expect(page.getByText('Skip to content')).toBeHidden();
}

function countSheets(pdf: Buffer): number {
  return [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length;
}
