/** The slider and the two fields for prices keep typed texts, and accept amounts such as $1,000. */
import { userEvent } from 'vitest/browser';
import {
  amounts,
  cards,
  filters,
  highest,
  lowest,
  openFilters,
  openProducts,
  show,
  submit,
} from '../../../testing/listing.ts';
import { expect, expectAddress, expectCount, open, test } from '../../../testing/screen.tsx';
import { priceScale } from './draft.ts';

const handle = (name: string) => filters().getByRole('slider', { name });

test('a price range is typed, and applied by Enter', async () => {
  await openProducts();
  await openFilters();
  await lowest().fill('20');
  await submit('$1,000', highest());
  await expectAddress('/?minCost=20&maxCost=1000');
  await expect.poll(() => amounts().filter((cost) => cost < 20 || cost > 1000)).toEqual([]);
  await openFilters();
  await expect.element(highest()).toHaveValue('1000');
  await submit('', lowest());
  await expectAddress('/?maxCost=1000');
});

test('two handles choose prices by keyboard, never past each other, and limit nothing at their ends', async () => {
  await openProducts();
  await openFilters();
  await expect.element(handle('Lowest price')).toHaveAttribute('aria-valuetext', '$3.95');
  await expect.element(handle('Highest price')).toHaveAttribute('aria-valuetext', '$2399.99');
  handle('Highest price').element().focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  const typed = () => (highest().element() as HTMLInputElement).value;
  await expect.element(handle('Highest price')).toHaveAttribute('aria-valuetext', `$${typed()}`);
  expect(Number(typed())).toBeLessThan(2399.99);
  // The scale stays as it is when the products in this range have been counted.
  await expect.element(show()).toMatchTextContent(/Show \d+ products/);
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(highest()).toHaveValue('');
  // Both fields and handles are the same prices.
  await highest().fill('50');
  await expect.element(handle('Highest price')).toHaveAttribute('aria-valuetext', '$51');
  handle('Lowest price').element().focus();
  await userEvent.keyboard('{End}');
  await expect.element(lowest()).toHaveValue('50');
  await userEvent.keyboard('{ArrowLeft}');
  expect(Number((lowest().element() as HTMLInputElement).value)).toBeLessThan(51);
  await userEvent.keyboard('{Home}');
  await expect.element(lowest()).toHaveValue('');
  await show().click();
  await expectAddress('/?maxCost=50');
});

test('each place of the slider has a price of its own, so that no key is without effect', () => {
  for (const [cheapest, dearest] of [
    [3.95, 2399.99],
    [1, 1.02],
    [5, 100],
  ] as const) {
    const scale = priceScale(cheapest, dearest);
    expect([scale[0], scale.at(-1)]).toEqual([cheapest, dearest]);
    expect(scale).toEqual([...new Set(scale)].sort((a, b) => a - b));
  }
});

test.for([
  ['50', '20', 'The lowest price must not be above the highest', [true, true]],
  ['cheap', '20', 'Enter an amount in dollars, like 25 or 19.99', [true, false]],
  ['', '1.999', 'Enter an amount in dollars, like 25 or 19.99', [false, true]],
] as const)(
  'prices from "%s" to "%s" are not applied, and are kept and explained',
  async ([low, high, message, wrong]) => {
    await open('/?category=Accessories');
    await expectCount(cards(), 6);
    await openFilters();
    await lowest().fill(low);
    await highest().fill(high);
    await expectCount(filters().getByRole('alert'), 0);
    await submit(high, highest());
    await expect.element(filters().getByRole('alert')).toHaveTextContent(message);
    await expectAddress('/?category=Accessories');
    const fields = [lowest(), highest()];
    for (const [i, field] of fields.entries()) {
      await expect.element(field).toHaveValue([low, high][i]);
      await expect.element(field).toHaveAttribute('aria-invalid', String(wrong[i]));
      if (wrong[i]) await expect.element(field).toHaveAccessibleDescription(message);
    }
    await expect.element(wrong[0] ? lowest() : highest()).toHaveFocus();
    await lowest().fill('5');
    await submit('80', highest());
    await expectAddress('/?category=Accessories&minCost=5&maxCost=80');
  },
);
