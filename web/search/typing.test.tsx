/** The text in the search box: when it is searched for (R4.3), and when it is dropped. */
import { vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LIST_PAGE_SIZE, SEARCH_DEBOUNCE_MS } from '../../contract/limits.ts';
import { stopClock } from '../testing/clock.ts';
import { cards, expectNames, openProducts, submit } from '../testing/listing.ts';
import { expect, expectAddress, expectCount, open, searchBox, test } from '../testing/screen.tsx';
import type { Sent } from '../testing/shop-answers.ts';

const ANY_SEARCH = 'GET /products/search?value=*';
const BONSAI = 'Windswept Hillside Bonsai';
const STYLUS = 'Pencil-Light Stylus';

/** The texts of these searches. One may be sent twice: by the loader, and by its screen if the reply was there first. */
function textsOf(searches: Sent[]): (string | null)[] {
  return [...new Set(searches.map(({ parameters }) => parameters.get('value')))];
}

/** Opens all products, with a clock that only the test moves. */
async function openWithStoppedClock() {
  await openProducts();
  return stopClock();
}

test('R4.3: the search is sent 500 ms after the last keystroke, and not before', async ({
  shop,
}) => {
  const clock = await openWithStoppedClock();
  const calls = shop.watch(ANY_SEARCH);
  await userEvent.type(searchBox(), 'bonsai');
  clock.advance(499);
  await expect.element(searchBox()).toHaveValue('bonsai');
  expect(textsOf(calls)).toEqual([]);
  await expectAddress('/');
  clock.advance(1);
  await expectNames(BONSAI);
  expect(textsOf(calls)).toEqual(['bonsai']);
});

test('R4.3: each keystroke cancels the pending search', async ({ shop }) => {
  const clock = await openWithStoppedClock();
  const calls = shop.watch(ANY_SEARCH);
  await searchBox().click();
  for (const [keys, ms] of [
    ['bon', 400],
    ['s', 400],
    ['ai', 499],
  ] as const) {
    await userEvent.keyboard(keys);
    clock.advance(ms);
  }
  expect(textsOf(calls)).toEqual([]);
  clock.advance(1);
  await expectNames(BONSAI);
  expect(textsOf(calls)).toEqual(['bonsai']);
});

test('Enter searches at once', async ({ shop }) => {
  const clock = await openWithStoppedClock();
  const calls = shop.watch(ANY_SEARCH);
  await submit('bonsai');
  await expectNames(BONSAI);
  clock.advance(1_000);
  await expectAddress('/?value=bonsai');
  expect(textsOf(calls)).toEqual(['bonsai']);
});

test('the magnifier searches at once, too', async ({ shop }) => {
  await openWithStoppedClock();
  const calls = shop.watch(ANY_SEARCH);
  await searchBox().fill('bonsai');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expectNames(BONSAI);
  expect(textsOf(calls)).toEqual(['bonsai']);
});

test('a text that is typed while a search begins is not lost', async () => {
  const clock = await openWithStoppedClock();
  // The next keystrokes come at the moment at which the address changes.
  const { pushState } = history;
  const spy = vi.spyOn(history, 'pushState').mockImplementationOnce((...step) => {
    pushState.apply(history, step);
    document.execCommand('insertText', false, ' pen');
  });
  await userEvent.type(searchBox(), 'stylus{Enter}');
  await expectNames(STYLUS);
  spy.mockRestore();
  await expect.element(searchBox()).toHaveValue('stylus pen');
  clock.advance(SEARCH_DEBOUNCE_MS - 1);
  await expectAddress('/?value=stylus');
  clock.advance(1);
  await expectAddress('/?value=stylus+pen');
});

test('text that an input method composes is not searched for until it is complete', async ({
  shop,
}) => {
  const clock = await openWithStoppedClock();
  const searches = shop.watch(ANY_SEARCH);
  const suggestions = shop.watch('GET /products/suggestions?*');
  const box = searchBox().element() as HTMLInputElement;
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  for (const text of ['b', 'bon', 'bonsai']) {
    setValue?.call(box, text);
    box.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
    clock.advance(2 * SEARCH_DEBOUNCE_MS);
    await expect.element(searchBox()).toHaveValue(text);
  }
  expect([...searches, ...suggestions]).toEqual([]);
  box.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'bonsai' }));
  await expect.element(searchBox()).toHaveValue('bonsai');
  clock.advance(SEARCH_DEBOUNCE_MS);
  await expectAddress('/?value=bonsai');
});

test('going back cancels the pending search', async ({ shop }) => {
  const clock = await openWithStoppedClock();
  const calls = shop.watch(ANY_SEARCH);
  await submit('bonsai');
  // The address changes before the page does.
  await expectNames(BONSAI);
  await userEvent.type(searchBox(), ' string');
  history.back();
  await expect.element(searchBox()).toHaveValue('');
  clock.advance(1_000);
  await expectCount(cards(), LIST_PAGE_SIZE);
  await expectAddress('/');
  expect(textsOf(calls)).toEqual(['bonsai']);
});

test('a debounce that ends as soon as going back clears the box does not search', async ({
  shop,
}) => {
  const clock = await openWithStoppedClock();
  const calls = shop.watch(ANY_SEARCH);
  await submit('bonsai');
  await expectNames(BONSAI);
  await userEvent.type(searchBox(), ' string');
  const box = searchBox().element() as HTMLInputElement;
  const observer = new MutationObserver(() => box.value === '' && clock.advance(1_000));
  observer.observe(box, { attributeFilter: ['value'] });
  history.back();
  await expectCount(cards(), LIST_PAGE_SIZE);
  await expectAddress('/');
  observer.disconnect();
  expect(textsOf(calls)).toEqual(['bonsai']);
});

test('a debounce that ends during going back does not search again', async () => {
  const clock = await openWithStoppedClock();
  await submit('bonsai');
  await expectNames(BONSAI);
  await userEvent.type(searchBox(), ' ');
  // The debounce ends right after going back, before the page shows the earlier listing.
  addEventListener('popstate', () => queueMicrotask(() => clock.advance(1_000)), {
    once: true,
  });
  history.back();
  await expectCount(cards(), LIST_PAGE_SIZE);
  await expectAddress('/');
});

test('Escape clears the search at once, even if it is not in the address yet', async ({ shop }) => {
  shop.cutOff('GET /products/suggestions?*');
  await open('/?value=orchid');
  await searchBox().click();
  await userEvent.keyboard('{Escape}');
  await expectAddress('/');
  await searchBox().fill('bonsai');
  const input = searchBox().element() as HTMLInputElement;
  input.form?.requestSubmit();
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await expectAddress('/');
  await expect.element(searchBox()).toHaveValue('');
  await expectCount(cards(), LIST_PAGE_SIZE);
});

test('WCAG 2.1.4: a single character is no shortcut', async () => {
  await openProducts();
  await userEvent.keyboard('/');
  await expect.element(searchBox()).not.toHaveFocus();
  expect(document.activeElement).toBe(document.body);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
