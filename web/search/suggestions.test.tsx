/** Suggestions of the search box, an ARIA 1.2 combobox. The specified search works beside it. */
import { page, userEvent } from 'vitest/browser';
import type { Suggestion } from '../../contract/catalogue.ts';
import { stopClock } from '../testing/clock.ts';
import { demoProduct } from '../testing/demo-products.ts';
import { cards, chip, expectNames, openProducts, submit } from '../testing/listing.ts';
import {
  expect,
  expectAddress,
  expectCount,
  open,
  test as screenTest,
  searchBox,
} from '../testing/screen.tsx';

const ANY = 'GET /products/suggestions?*';
const BONSAI = 'Windswept Hillside Bonsai';
const SUGGESTIONS: Suggestion[] = [
  { text: 'bonsai', kind: 'words' },
  { text: 'Bonfire Bowls', kind: 'category' },
  { text: BONSAI, kind: 'product' },
];

const list = () => page.getByRole('listbox', { name: 'Suggestions' });
const options = () => list().getByRole('option');
const highlighted = () => list().getByRole('option', { selected: true });

const test = screenTest.extend<{ suggestions: undefined }>({
  suggestions: [
    async ({ shop }, use) => {
      shop.answer(ANY, { json: SUGGESTIONS });
      await use(undefined);
    },
    { auto: true },
  ],
});

/** Types, and moves the clock until the list comes, but not until the search. @returns the clock */
async function type(text: string) {
  const clock = stopClock();
  await userEvent.type(searchBox(), text);
  clock.advance(150);
  await expect.element(list()).toBeVisible();
  return clock;
}

/** Expects that the option which the input names as active is also highlighted. */
async function expectHighlighted(text: string): Promise<void> {
  await expect.element(highlighted()).toMatchTextContent(text);
  await expect
    .element(searchBox())
    .toHaveAttribute('aria-activedescendant', highlighted().element().id);
  await expect.element(searchBox()).toHaveFocus();
}

test('their request is sent 150 ms after the last keystroke, and not before', async ({ shop }) => {
  const calls = shop.watch(ANY);
  await openProducts();
  const clock = stopClock();
  await userEvent.type(searchBox(), 'b');
  clock.advance(400);
  // A single letter matches too much.
  expect(calls).toEqual([]);
  await userEvent.keyboard('on');
  clock.advance(149);
  expect(calls).toEqual([]);
  clock.advance(1);
  await expectCount(options(), SUGGESTIONS.length);
  expect(calls.map(({ parameters }) => String(parameters))).toEqual(['value=bon']);
});

test('each keystroke cancels the previous request', async ({ shop }) => {
  const calls = shop.watch('GET /products/suggestions?value=bo');
  shop.hold('GET /products/suggestions?value=bo');
  await openProducts();
  const clock = stopClock();
  await userEvent.type(searchBox(), 'bo');
  clock.advance(150);
  await expect.poll(() => calls.length).toBe(1);
  await userEvent.keyboard('n');
  await expect.poll(() => calls[0]?.signal.aborted).toBe(true);
  clock.advance(150);
  await expect.element(list()).toBeVisible();
});

test('the search for what is typed goes on untouched, and its results close the list', async ({
  shop,
}) => {
  const searches = shop.watch('GET /products/search?*');
  await openProducts();
  const clock = await type('bonsai');
  expect(searches).toEqual([]);
  clock.advance(350);
  await expectNames(BONSAI);
  await expectAddress('/?value=bonsai');
  await expectCount(list(), 0);
  await expect.element(searchBox()).toHaveFocus();
  expect(new Set(searches.map(({ parameters }) => String(parameters)))).toEqual(
    new Set(['value=bonsai']),
  );
});

test('results leave the list to somebody who is among its options', async ({ shop }) => {
  const answering = shop.hold('GET /products/search?*');
  await openProducts();
  const clock = await type('bonsai');
  clock.advance(350);
  await userEvent.keyboard('{ArrowDown}');
  await expectHighlighted('bonsai');
  answering.release();
  await expectNames(BONSAI);
  await expectHighlighted('bonsai');
});

test('suggestions that take longer than the search do not cover its results', async ({ shop }) => {
  const calls = shop.watch(ANY);
  const answering = shop.hold(ANY);
  await open('/');
  // Typed letter by letter, a slow machine would ask for a part of it, too.
  await searchBox().fill('bonsai');
  await expectNames(BONSAI);
  answering.release();
  await expect.poll(() => calls.length).toBe(1);
  await expectCount(list(), 0);
  // They are there for somebody who asks for them.
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(list()).toBeVisible();
});

test('on a phone there are four at most', async ({ shop }) => {
  const texts = Array.from({ length: 8 }, (_, i) => `bonsai ${i}`);
  shop.answer(ANY, { json: texts.map((text): Suggestion => ({ text, kind: 'words' })) });
  await page.viewport(390, 844);
  await open('/');
  await type('bon');
  await expectCount(options(), 4);
  await userEvent.keyboard('{ArrowUp}');
  await expectHighlighted('bonsai 3');
});

test('the same text sends no second request while its reply is fresh', async ({ shop }) => {
  const calls = shop.watch('GET /products/suggestions?value=bon');
  await open('/');
  const clock = await type('bon');
  await userEvent.keyboard('{Escape}');
  await expectCount(list(), 0);
  await userEvent.keyboard('{ArrowDown}');
  clock.advance(0);
  await expect.element(list()).toBeVisible();
  expect(calls).toHaveLength(1);
});

test('the arrow keys go through the list and back to what is typed', async () => {
  await open('/');
  await expect.element(searchBox()).toHaveAttribute('aria-expanded', 'false');
  await type('bon');
  await expect.element(searchBox()).toHaveAttribute('aria-expanded', 'true');
  await expect.element(searchBox()).toHaveAttribute('aria-controls', list().element().id);
  await expectCount(highlighted(), 0);
  await expect.element(searchBox()).not.toHaveAttribute('aria-activedescendant');
  for (const { text } of SUGGESTIONS) {
    await userEvent.keyboard('{ArrowDown}');
    await expectHighlighted(text);
  }
  await userEvent.keyboard('{ArrowDown}');
  await expectCount(highlighted(), 0);
  await userEvent.keyboard('{ArrowUp}');
  await expectHighlighted(BONSAI);
  await expect.element(searchBox()).toHaveValue('bon');
});

test('Enter takes the highlighted one, and searches at once', async () => {
  await openProducts();
  const clock = await type('bon');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expectAddress('/?value=bonsai');
  await expect.element(searchBox()).toHaveValue('bonsai');
  await expect.element(searchBox()).toHaveFocus();
  clock.advance(1_000);
  await expectNames(BONSAI);
  await expectCount(list(), 0);
});

test.for([
  {
    by: 'Enter, which searches for what is typed',
    keys: '{Enter}',
    text: 'bon',
    at: '/?value=bon',
  },
  { by: 'Escape', keys: '{Escape}', text: 'bon', at: '/' },
  { by: 'Escape twice, which clears the text', keys: '{Escape}{Escape}', text: '', at: '/' },
  { by: 'Tab', keys: '{Tab}', text: 'bon', at: '/' },
])('the list closes by $by, and a screen reader hears both', async ({ keys, text, at }) => {
  await open('/');
  const status = page.getByRole('banner').getByRole('status');
  await expect.element(status).toBeEmptyDOMElement();
  const clock = stopClock();
  await userEvent.type(searchBox(), 'bon');
  clock.advance(150);
  await expect.element(status).toHaveTextContent('3 suggestions');
  await userEvent.keyboard(keys);
  await expectCount(list(), 0);
  await expect.element(status).toBeEmptyDOMElement();
  await expectAddress(at);
  await expect.element(searchBox()).toHaveValue(text);
});

test('the list closes by a click elsewhere, and by going back', async () => {
  await open('/');
  await submit('bonsai');
  await expectNames(BONSAI);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(list()).toBeVisible();
  await page.getByRole('banner').click({ position: { x: 1, y: 1 } });
  await expectCount(list(), 0);
  await searchBox().click();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(list()).toBeVisible();
  history.back();
  await expectAddress('/');
  await expectCount(list(), 0);
});

test('a category is not searched for, but chosen', async () => {
  await open('/');
  await type('bon');
  await options().filter({ hasText: 'Category' }).click();
  await expectAddress('/?category=Bonfire+Bowls');
  await expect.element(searchBox()).toHaveValue('');
  await expect.element(chip('Bonfire Bowls')).toHaveAttribute('aria-current', 'true');
});

test('a product is opened over the list, and the typed text is dropped', async ({ shop }) => {
  const { _id } = demoProduct(BONSAI);
  shop.answer(ANY, { json: [{ text: BONSAI, kind: 'product', productId: _id }] });
  await open('/?value=hillside');
  await expectCount(cards(), 1);
  const clock = stopClock();
  await searchBox().fill('bon');
  clock.advance(150);
  await options().click();
  await expectAddress(`/?value=hillside&product=${_id}`);
  await expect.element(page.getByRole('dialog', { name: BONSAI })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expectAddress('/?value=hillside');
  await expect.element(searchBox()).toHaveValue('hillside');
});

test('what completes is set off from what is typed', async () => {
  await open('/');
  await type('bon');
  await expect.element(options().first()).toHaveTextContent('bonsai');
  expect(options().first().element().querySelector('strong')?.textContent).toBe('sai');
});

test('suggestions that fail, or are none, are silently not there', async ({ shop }) => {
  shop.cutOff('GET /products/suggestions?value=bon');
  shop.answer('GET /products/suggestions?value=bons', { json: [] });
  const calls = shop.watch(ANY);
  await open('/');
  await userEvent.type(searchBox(), 'bo');
  await expect.element(list()).toBeVisible();
  // The list of the text before closes.
  await userEvent.keyboard('n');
  await expectCount(list(), 0);
  await userEvent.keyboard('s');
  await expect.poll(() => calls.at(-1)?.parameters.get('value')).toBe('bons');
  await userEvent.keyboard('{Enter}');
  await expectAddress('/?value=bons');
  await expectCount(list(), 0);
  await expect.element(page.getByRole('region', { name: 'Notifications' })).toBeEmptyDOMElement();
});

test('the list lies over the page and moves nothing, with options as high as a finger', async () => {
  for (const width of [1280, 390]) {
    await page.viewport(width, 800);
    // A list without the hero, which goes with the first letter.
    await open('/?category=Footwear');
    const top = () => page.getByRole('heading', { level: 1 }).element().getBoundingClientRect().top;
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    const before = top();
    await type('bon');
    expect(top()).toBe(before);
    for (const option of options().elements()) {
      expect(option.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
    }
  }
});

test('the search is cleared by its button, too', async () => {
  await open('/?value=bonsai');
  const clear = page.getByRole('button', { name: 'Clear search' });
  await clear.click();
  await expectAddress('/');
  await expect.element(searchBox()).toHaveFocus();
  await expectCount(clear, 0);
});

test('the option that the arrow keys are at is scrolled into view', async ({ shop }) => {
  const texts = Array.from({ length: 8 }, (_, i) => `bonsai ${i}`);
  shop.answer(ANY, { json: texts.map((text): Suggestion => ({ text, kind: 'words' })) });
  // The window is so low that the list scrolls.
  await page.viewport(1280, 260);
  await open('/');
  await type('bon');
  await userEvent.keyboard('{ArrowUp}');
  await expectHighlighted('bonsai 7');
  const { bottom, height } = list().element().getBoundingClientRect();
  expect(height).toBeLessThan(list().element().scrollHeight - 44);
  expect(bottom).toBeLessThanOrEqual(innerHeight);
  await expect
    .poll(() => highlighted().element().getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(bottom + 1);
});
