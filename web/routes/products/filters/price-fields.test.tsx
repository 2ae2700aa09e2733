/** The two price fields of the filters keep typed texts, and accept amounts such as $1,000. */
import { userEvent } from 'vitest/browser';
import {
  amounts,
  cards,
  chip,
  clearAll,
  filters,
  highest,
  lowest,
  openProducts,
  submit,
} from '../../../testing/listing.ts';
import { expect, expectAddress, expectCount, open, test } from '../../../testing/screen.tsx';

test('a price range is chosen by Enter, and by leaving its fields', async () => {
  await openProducts();
  await submit('20', lowest());
  await expectAddress('/?minCost=20');
  await expect.element(lowest()).toHaveFocus();
  await highest().fill('$1,000');
  await userEvent.keyboard('{Tab}');
  await expectAddress('/?minCost=20&maxCost=1000');
  await expect.poll(() => amounts().filter((cost) => cost < 20 || cost > 1000)).toEqual([]);
  await submit('', lowest());
  await expectAddress('/?maxCost=1000');
});

test('moving from one price field to the other sends no request', async ({ shop }) => {
  const calls = shop.watch('GET /products?*');
  await openProducts();
  await lowest().fill('20');
  await userEvent.keyboard('{Tab}');
  await expect.element(highest()).toHaveFocus();
  expect(calls).toEqual([]);
  await expectAddress('/');
});

test('a price that is typed before the address contains the other one is kept', async () => {
  await openProducts();
  await lowest().fill('20');
  const [low, high] = [lowest(), highest()].map((field) => field.element() as HTMLInputElement);
  // Press Enter in one field and type into the other before the page renders, as on a slow machine.
  low?.form?.requestSubmit();
  high?.focus();
  document.execCommand('insertText', false, '$1,000');
  await expectAddress('/?minCost=20');
  await expect.element(clearAll()).toBeVisible();
  await expect.element(highest()).toHaveValue('$1,000');
  await userEvent.keyboard('{Enter}');
  await expectAddress('/?minCost=20&maxCost=1000');
  await expect.element(highest()).toHaveValue('1000');
});

test('a click right after typing a price does not lose it', async () => {
  await openProducts();
  await highest().fill('50');
  // Pressing the mouse blurs the field just before the click, and so applies the price.
  await chip('Accessories').click();
  await expectAddress('/?category=Accessories&maxCost=50');
});

test.for([
  ['50', '20', 'The lowest price must not be above the highest', [true, true]],
  ['cheap', '20', 'Enter an amount in dollars, like 25 or 19.99', [true, false]],
  ['', '1.999', 'Enter an amount in dollars, like 25 or 19.99', [false, true]],
] as const)(
  'prices from "%s" to "%s" send no request, and are kept and explained',
  async ([low, high, message, wrong]) => {
    await open('/?category=Accessories');
    await expectCount(cards(), 6);
    await lowest().fill(low);
    await submit(high, highest());
    await expect.element(filters().getByRole('alert')).toHaveTextContent(message);
    await expectAddress('/?category=Accessories');
    for (const [i, field] of [lowest(), highest()].entries()) {
      await expect.element(field).toHaveValue([low, high][i]);
      await expect.element(field).toHaveAttribute('aria-invalid', String(wrong[i]));
      if (wrong[i]) await expect.element(field).toHaveAccessibleDescription(message);
    }
    await lowest().fill('5');
    await submit('80', highest());
    await expectCount(filters().getByRole('alert'), 0);
    await expectAddress('/?category=Accessories&minCost=5&maxCost=80');
  },
);
