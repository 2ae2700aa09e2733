/** A list that is longer than a page. */
import { page, userEvent } from 'vitest/browser';
import type { Product } from '../../../../contract/catalogue.ts';
import { LIST_PAGE_SIZE } from '../../../../contract/limits.ts';
import { CHECK } from '../../../testing/api.ts';
import { demoProducts } from '../../../testing/demo-products.ts';
import { cards } from '../../../testing/listing.ts';
import {
  button,
  card,
  cartPanel,
  expect,
  expectCount,
  expectToast,
  loggedInTest,
  open,
  test,
} from '../../../testing/screen.tsx';

const NEXT_PAGE = 'GET /products?*cursor=*';
const more = () => button('Show more products');

/** Clicks without scrolling to the button, which would load the page, too. */
function clickMore(): void {
  (more().query() as HTMLElement | null)?.click();
}

/** Scrolls up and near the end, until there are at least this many cards, or requests. */
async function scrollNearEnd(count: () => number, expected: number): Promise<void> {
  let isNear = false;
  await expect
    .poll(
      () => {
        // A busy browser may draw no frame after a single scroll, and then does not notice it.
        isNear = !isNear;
        const end = more().query()?.getBoundingClientRect().top ?? 0;
        window.scrollTo({ top: isNear ? scrollY + end - 2 * innerHeight : 0, behavior: 'instant' });
        return count();
      },
      { interval: 100 },
    )
    .toBeGreaterThanOrEqual(expected);
}

/** Waits until the browser has told all observers that the end of the list is in view, and what they did is rendered. */
async function untilNoticed(): Promise<void> {
  await expect.element(more()).toBeInViewport();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

/** Opens a list of several pages in a window that is so low that only scrolling loads the second. */
async function openLongList(path = '/'): Promise<void> {
  await page.viewport(1280, 300);
  await open(path);
  await expectCount(cards(), LIST_PAGE_SIZE);
}

loggedInTest(
  'a catalogue longer than a page loads more near the end, every product exactly once',
  async ({ shop }) => {
    const last = demoProducts.at(-1) as Product;
    shop.putInCart(last, 2);
    const calls = shop.watch(NEXT_PAGE);
    await openLongList();
    // This product is beyond the first page, but in the cart.
    await expect.element(cartPanel()).toMatchTextContent(last.name);
    expect(calls).toEqual([]);
    await scrollNearEnd(() => cards().elements().length, 2 * LIST_PAGE_SIZE);
    // As long as the page is being added, the button has another name.
    await expect.element(more()).toBeInTheDocument();
    clickMore();
    await expectCount(cards(), demoProducts.length);
    const names = cards().getByRole('heading').elements();
    const shown = new Set(names.map(({ textContent }) => textContent));
    expect(shown.size).toBe(demoProducts.length);
    await expectCount(more(), 0);
  },
);

test('an old first page is refetched even if a further page is loaded meanwhile', async ({
  shop,
}) => {
  await openLongList();
  const calls = shop.watch('GET /products');
  const answering = shop.hold('GET /products');
  await expect
    .poll(() => {
      dispatchEvent(new Event('focus'));
      return calls.length;
    })
    .toBeGreaterThan(0);
  shop.products = shop.products.map((product, i) =>
    i === 0 ? { ...product, name: 'By Another Name' } : product,
  );
  clickMore();
  answering.release();
  await expect.element(card('By Another Name')).toBeInTheDocument();
  await expectCount(cards(), 2 * LIST_PAGE_SIZE);
});

test('a further page that fails shows one toast, and its button retries it', async ({ shop }) => {
  const calls = shop.watch(NEXT_PAGE);
  shop.refuse(NEXT_PAGE, 500, 'Something went wrong on our side.');
  await openLongList();
  await scrollNearEnd(() => calls.length, 1);
  await expectToast(`Something went wrong. ${CHECK}`, 'error');
  await expect.element(more()).toBeEnabled();
  shop.restore();
  // Once, and once more if the first page was just being refetched; not for ever.
  expect(calls.length).toBeLessThan(3);
  clickMore();
  await expect.poll(() => cards().elements().length).toBeGreaterThan(LIST_PAGE_SIZE);
});

test('a further page of a search that fails leaves the results', async ({ shop }) => {
  const nextPage = 'GET /products/search?*cursor=*';
  const calls = shop.watch(nextPage);
  shop.refuse(nextPage, 500, 'Not now.');
  shop.pageSize = LIST_PAGE_SIZE;
  await openLongList('/?value=e');
  await scrollNearEnd(() => calls.length, 1);
  await expectToast('Not now.', 'error');
  await expectCount(cards(), LIST_PAGE_SIZE);
});

test('a jump to the end loads nothing, so that the footer stays where somebody went', async ({
  shop,
}) => {
  const calls = shop.watch(NEXT_PAGE);
  await openLongList();
  window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
  await untilNoticed();
  expect(calls).toEqual([]);
  await expect.element(page.getByRole('contentinfo')).toBeInViewport();
});

test('the keyboard leaves the list, and finds the new cards of a further page', async ({
  shop,
}) => {
  const calls = shop.watch(NEXT_PAGE);
  await openLongList();
  // The browser shows the focus only if a key was the last thing that was pressed.
  await userEvent.keyboard('{Shift}');
  button('ADD TO CART', cards().last()).element().focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(more()).toHaveFocus();
  await untilNoticed();
  expect(calls).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expectCount(cards(), 2 * LIST_PAGE_SIZE);
  await expect.element(cards().nth(LIST_PAGE_SIZE).getByRole('link')).toHaveFocus();
  expect(calls).toHaveLength(1);
});

test('the focus may leave the last card before the browser says that the end was near', async ({
  shop,
}) => {
  const calls = shop.watch(NEXT_PAGE);
  await openLongList();
  await userEvent.keyboard('{Shift}');
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => more().element().focus();
  // Observers are told in a task after this frame, and the message is an earlier one.
  requestAnimationFrame(() => {
    button('ADD TO CART', cards().last()).element().focus();
    port2.postMessage('frame');
  });
  await expect.element(more()).toHaveFocus();
  await untilNoticed();
  expect(calls).toEqual([]);
});

test('from the third page on only the button loads', async ({ shop }) => {
  shop.pageSize = 10;
  let scrolls = 0;
  const calls = shop.watch(NEXT_PAGE);
  await page.viewport(1280, 300);
  await open('/');
  await scrollNearEnd(() => cards().elements().length, 20);
  await expect.element(more()).toHaveTextContent('Show more products');
  await scrollNearEnd(() => ++scrolls, 6);
  expect(calls).toHaveLength(1);
  clickMore();
  await expectCount(cards(), 30);
});

test('a reply of more products than a page has is shown page by page, and asked for once', async ({
  shop,
}) => {
  const calls = shop.watch('GET /products/search?*');
  await page.viewport(1280, 300);
  // Searches are asked for without a limit.
  await open('/?value=a');
  await expectCount(cards(), LIST_PAGE_SIZE);
  const found = demoProducts.filter(({ name, category }) => /a/i.test(name + category)).length;
  await expect.element(page.getByText(`${found} products`)).toBeVisible();
  const before = calls.length;
  clickMore();
  await expectCount(cards(), 2 * LIST_PAGE_SIZE);
  clickMore();
  await expectCount(cards(), found);
  await expectCount(more(), 0);
  expect(calls).toHaveLength(before);
});
