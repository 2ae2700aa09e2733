/** The text in the search box: when it is searched for (R4.3), and when it is dropped. */
import { vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SEARCH_DEBOUNCE_MS } from '../../contract/limits.ts';
import { stopClock } from '../testing/clock.ts';
import { cards, expectNames, openProducts, submit } from '../testing/listing.ts';
import { expect, expectAddress, expectCount, open, searchBox, test } from '../testing/screen.tsx';
import type { Sent } from '../testing/shop-answers.ts';

const ANY_SEARCH = 'GET /products/search?value=*';
const GUITAR = 'Backstage Electric Guitar';
const BAG = 'Two-Tone Leather Handbag';

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
  await userEvent.type(searchBox(), 'guitar');
  clock.advance(499);
  await expect.element(searchBox()).toHaveValue('guitar');
  expect(textsOf(calls)).toEqual([]);
  await expectAddress('/');
  clock.advance(1);
  await expectNames(GUITAR);
  expect(textsOf(calls)).toEqual(['guitar']);
});

test('R4.3: each keystroke cancels the pending search', async ({ shop }) => {
  const clock = await openWithStoppedClock();
  const calls = shop.watch(ANY_SEARCH);
  await searchBox().click();
  for (const [keys, ms] of [
    ['gui', 400],
    ['t', 400],
    ['ar', 499],
  ] as const) {
    await userEvent.keyboard(keys);
    clock.advance(ms);
  }
  expect(textsOf(calls)).toEqual([]);
  clock.advance(1);
  await expectNames(GUITAR);
  expect(textsOf(calls)).toEqual(['guitar']);
});

test('Enter searches at once', async ({ shop }) => {
  const clock = await openWithStoppedClock();
  const calls = shop.watch(ANY_SEARCH);
  await submit('guitar');
  await expectNames(GUITAR);
  clock.advance(1_000);
  await expectAddress('/?value=guitar');
  expect(textsOf(calls)).toEqual(['guitar']);
});

test('the magnifier searches at once, too', async ({ shop }) => {
  await openWithStoppedClock();
  const calls = shop.watch(ANY_SEARCH);
  await searchBox().fill('guitar');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expectNames(GUITAR);
  expect(textsOf(calls)).toEqual(['guitar']);
});

test('a text that is typed while a search begins is not lost', async () => {
  const clock = await openWithStoppedClock();
  // The next keystrokes come at the moment at which the address changes.
  const { pushState } = history;
  const spy = vi.spyOn(history, 'pushState').mockImplementationOnce((...step) => {
    pushState.apply(history, step);
    document.execCommand('insertText', false, ' hand');
  });
  await userEvent.type(searchBox(), 'leather{Enter}');
  await expectNames(BAG);
  spy.mockRestore();
  await expect.element(searchBox()).toHaveValue('leather hand');
  clock.advance(SEARCH_DEBOUNCE_MS - 1);
  await expectAddress('/?value=leather');
  clock.advance(1);
  await expectAddress('/?value=leather+hand');
});

test('text that an input method composes is not searched for until it is complete', async ({
  shop,
}) => {
  const clock = await openWithStoppedClock();
  const searches = shop.watch(ANY_SEARCH);
  const suggestions = shop.watch('GET /products/suggestions?*');
  const box = searchBox().element() as HTMLInputElement;
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  for (const text of ['g', 'gui', 'guitar']) {
    setValue?.call(box, text);
    box.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
    clock.advance(2 * SEARCH_DEBOUNCE_MS);
    await expect.element(searchBox()).toHaveValue(text);
  }
  expect([...searches, ...suggestions]).toEqual([]);
  box.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'guitar' }));
  await expect.element(searchBox()).toHaveValue('guitar');
  clock.advance(SEARCH_DEBOUNCE_MS);
  await expectAddress('/?value=guitar');
});

test('going back cancels the pending search', async ({ shop }) => {
  const clock = await openWithStoppedClock();
  const calls = shop.watch(ANY_SEARCH);
  await submit('guitar');
  // The address changes before the page does.
  await expectNames(GUITAR);
  await userEvent.type(searchBox(), ' string');
  history.back();
  await expect.element(searchBox()).toHaveValue('');
  clock.advance(1_000);
  await expectCount(cards(), 60);
  await expectAddress('/');
  expect(textsOf(calls)).toEqual(['guitar']);
});

test('a debounce that ends as soon as going back clears the box does not search', async ({
  shop,
}) => {
  const clock = await openWithStoppedClock();
  const calls = shop.watch(ANY_SEARCH);
  await submit('guitar');
  await expectNames(GUITAR);
  await userEvent.type(searchBox(), ' string');
  const box = searchBox().element() as HTMLInputElement;
  const observer = new MutationObserver(() => box.value === '' && clock.advance(1_000));
  observer.observe(box, { attributeFilter: ['value'] });
  history.back();
  await expectCount(cards(), 60);
  await expectAddress('/');
  observer.disconnect();
  expect(textsOf(calls)).toEqual(['guitar']);
});

test('a debounce that ends during going back does not search again', async () => {
  const clock = await openWithStoppedClock();
  await submit('guitar');
  await expectNames(GUITAR);
  await userEvent.type(searchBox(), ' ');
  // The debounce ends right after going back, before the page shows the earlier listing.
  addEventListener('popstate', () => queueMicrotask(() => clock.advance(1_000)), {
    once: true,
  });
  history.back();
  await expectCount(cards(), 60);
  await expectAddress('/');
});

test('Escape clears the search at once, even if it is not in the address yet', async ({ shop }) => {
  shop.cutOff('GET /products/suggestions?*');
  await open('/?value=violin');
  await searchBox().click();
  await userEvent.keyboard('{Escape}');
  await expectAddress('/');
  await searchBox().fill('guitar');
  const input = searchBox().element() as HTMLInputElement;
  input.form?.requestSubmit();
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await expectAddress('/');
  await expect.element(searchBox()).toHaveValue('');
  await expectCount(cards(), 60);
});

test('WCAG 2.1.4: a single character is no shortcut', async () => {
  await openProducts();
  await userEvent.keyboard('/');
  await expect.element(searchBox()).not.toHaveFocus();
  expect(document.activeElement).toBe(document.body);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
