/** The two price fields of the filters keep typed texts, and accept amounts such as $1,000. */
import {
  amounts,
  bar,
  cards,
  chip,
  clearAll,
  heading,
  highest,
  lowest,
  openForm,
} from './filter-bar.ts';
import { watch } from './network.ts';
import { expect, open, test } from './shop.ts';

test('a price range is chosen by Enter, and by leaving its fields @phone', async ({ page }) => {
  await open(page, '/');
  await openForm(page);
  await lowest(page).fill('20');
  await lowest(page).press('Enter');
  await expect(page).toHaveURL('/?minCost=20');
  await expect(lowest(page)).toBeFocused();
  await highest(page).fill('$1,000');
  await highest(page).blur();
  await expect(page).toHaveURL('/?minCost=20&maxCost=1000');
  // The previous list stays until the new one is loaded.
  await expect
    .poll(async () => (await amounts(page)).filter((amount) => amount < 20 || amount > 1000))
    .toEqual([]);
  await lowest(page).fill('');
  await lowest(page).press('Enter');
  await expect(page).toHaveURL('/?maxCost=1000');
});

test('moving from one price field to the other sends no request', async ({ page }) => {
  const calls = watch(page, 'GET /products?*');
  await open(page, '/');
  await lowest(page).fill('20');
  await page.keyboard.press('Tab');
  await expect(highest(page)).toBeFocused();
  expect(calls).toEqual([]);
  await expect(page).toHaveURL('/');
});

test('a price that is typed before the address contains the other one is kept', async ({
  page,
}) => {
  await open(page, '/');
  const highField = await highest(page).elementHandle();
  await lowest(page).fill('20');
  // Press Enter in one field and type into the other before the page renders, as on a slow machine.
  await lowest(page).evaluate((low: HTMLInputElement, high) => {
    low.form?.requestSubmit();
    (high as HTMLInputElement).focus();
    document.execCommand('insertText', false, '$1,000');
  }, highField);
  await expect(page).toHaveURL('/?minCost=20');
  await expect(heading(page, 'All products')).toBeVisible();
  await expect(clearAll(page)).toBeVisible();
  await expect(highest(page)).toHaveValue('$1,000');
  await highest(page).blur();
  await expect(page).toHaveURL('/?minCost=20&maxCost=1000');
  await expect(highest(page)).toHaveValue('1000');
});

test('a click right after typing a price does not lose it', async ({ page }) => {
  await open(page, '/');
  await highest(page).fill('50');
  // Pressing the mouse blurs the field just before the click, and so applies the price.
  await chip(page, 'Music').click();
  await expect(page).toHaveURL('/?category=Music&maxCost=50');
});

for (const [low, high, message, wrong] of [
  ['50', '20', 'The lowest price must not be above the highest', [true, true]],
  ['cheap', '20', 'Enter an amount in dollars, like 25 or 19.99', [true, false]],
  ['', '1.999', 'Enter an amount in dollars, like 25 or 19.99', [false, true]],
] as const) {
  test(`prices from "${low}" to "${high}" send no request, and are kept and explained @phone`, async ({
    page,
  }) => {
    await open(page, '/?category=Music');
    await openForm(page);
    await lowest(page).fill(low);
    await highest(page).fill(high);
    await highest(page).press('Enter');
    await expect(bar(page).getByRole('alert')).toHaveText(message);
    await expect(page).toHaveURL('/?category=Music');
    await expect(cards(page)).toHaveCount(6);
    for (const [i, field] of [lowest(page), highest(page)].entries()) {
      await expect(field).toHaveValue([low, high][i] ?? '');
      await expect(field).toHaveAttribute('aria-invalid', String(wrong[i]));
      if (wrong[i]) await expect(field).toHaveAccessibleDescription(message);
    }
    await lowest(page).fill('5');
    await highest(page).fill('80');
    await highest(page).press('Enter');
    await expect(bar(page).getByRole('alert')).toHaveCount(0);
    await expect(page).toHaveURL('/?category=Music&minCost=5&maxCost=80');
  });
}
