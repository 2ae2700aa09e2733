/** Loading and showing the products (R2.3, R4). */

import { page, userEvent } from 'vitest/browser';
import { LIST_PAGE_SIZE } from '../../../contract/limits.ts';
import { CHECK } from '../../testing/api.ts';
import { demoProduct } from '../../testing/demo-products.ts';
import { cards, count, heading, openProducts } from '../../testing/listing.ts';
import {
  button,
  card,
  expect,
  expectCount,
  expectToast,
  type Locator,
  open,
  test,
} from '../../testing/screen.tsx';

const LIST = 'GET /products';
const GENERIC = `Something went wrong. ${CHECK}`;
const rope = demoProduct('Tangerine Jump Rope');
const pictureOf = (name: string) => card(name).element().querySelector('img');
const initialsOf = (name: string) =>
  card(name).query()?.querySelector<HTMLElement>('[data-initials]')?.dataset.initials;

test('large text on a phone, which makes the window few letters wide, has one card in a row', async () => {
  for (const [width, perRow] of [
    [320, 2],
    [279, 1],
  ] as const) {
    await page.viewport(width, 800);
    await openProducts();
    const tops = cards()
      .elements()
      .map((card) => card.getBoundingClientRect().top);
    expect(tops.filter((top) => Math.abs(top - (tops[0] ?? 0)) < 4)).toHaveLength(perRow);
  }
});

test('R4.1: a card shows image, name, cost with $, stars and ADD TO CART', async () => {
  await openProducts();
  const lamp = card('Studio Pendant Lamp');
  await expect.element(lamp.getByText('$149.99', { exact: true })).toBeVisible();
  await expect.element(lamp.getByRole('img', { name: '4.5 out of 5 stars' })).toBeVisible();
  await expect.element(button('', lamp)).toHaveTextContent('ADD TO CART');
  await expect.element(button('', lamp)).toHaveAccessibleName('ADD TO CART Studio Pendant Lamp');
  await expect.poll(() => pictureOf('Studio Pendant Lamp')?.naturalWidth).toBeGreaterThan(0);
  // Decisions, amounts: no grouping, no decimals for whole dollars, else two.
  for (const [name, amount] of [
    ['Summit Leather High-Tops', '$139'],
    ['Red Garden Tulips', '$8.50'],
    ['Slimline Everyday Laptop', '$1199'],
    ['Cognac Leather Sofa', '$2399.99'],
  ] as const) {
    await expect.element(card(name).getByText('$')).toHaveTextContent(amount);
  }
  // Contract: a rating of 0 means that there is none.
  await open('/?value=trowel');
  await expect.element(card('Teal Garden Trowel')).toBeVisible();
  await expectCount(card('Teal Garden Trowel').getByRole('img', { name: 'stars' }), 0);
  await expectCount(page.getByText('Not rated'), 0);
});

test('R4.1: ratings are of 5 stars, to half a star', async ({ shop }) => {
  const ratings = [
    [5, 5],
    [3.5, 3.5],
    [3.3, 3.5],
    [0.5, 0.5],
  ] as const;
  shop.products = ratings.map(([rating], i) => ({ ...rope, _id: `rope-${i}`, rating }));
  await open('/');
  const stars = cards().getByRole('img', { name: 'out of 5 stars' });
  await expectCount(stars, ratings.length);
  for (const [i, [, shown]] of ratings.entries()) {
    await expect.element(stars.nth(i)).toHaveAccessibleName(`${shown} out of 5 stars`);
    const whole = stars.nth(i).element();
    const filled = whole.firstElementChild?.getBoundingClientRect().width ?? 0;
    expect(filled / whole.getBoundingClientRect().width).toBeCloseTo(shown / 5, 2);
  }
});

test('R4.1: the initials stand in for a missing image, until it has another address', async ({
  shop,
}) => {
  shop.products = [{ ...rope, image: '/no-such-picture.webp' }];
  await open('/');
  await expect.poll(() => initialsOf(rope.name)).toBe('TJ');
  expect(pictureOf(rope.name)).toBeNull();
  shop.products = [rope];
  await expect
    .poll(() => {
      dispatchEvent(new Event('focus'));
      return pictureOf(rope.name)?.naturalWidth;
    })
    .toBeGreaterThan(0);
});

test('a product without a picture has its initials, and an address that only looks like it breaks nothing', async ({
  shop,
}) => {
  shop.products = [
    { ...rope, image: 'https://shop.example/placeholders/%C3%9C%C3%91.svg' },
    { ...rope, _id: 'other', name: 'Other', image: '/placeholders/%E0%A4.svg' },
  ];
  await open('/');
  await expect.poll(() => initialsOf(rope.name)).toBe('ÜÑ');
  expect(pictureOf(rope.name)).toBeNull();
  await expect.element(card('Other')).toBeVisible();
});

test('pictures come from the origin of the page, even if PUBLIC_URL is another one', async ({
  shop,
}) => {
  const origin = 'https://shop.example';
  document.documentElement.dataset.publicOrigin = origin;
  shop.products = [{ ...rope, image: origin + rope.image }];
  await open('/');
  await expect.element(card(rope.name)).toBeVisible();
  delete document.documentElement.dataset.publicOrigin;
  expect(pictureOf(rope.name)?.getAttribute('src')).toBe(rope.image);
});

test("R4.2: 'Loading Products' while they are loading", async ({ shop }) => {
  const answering = shop.hold(LIST);
  await open('/');
  await expect.element(count()).toHaveTextContent('Loading Products');
  await expectCount(cards(), 0);
  answering.release();
  await expectCount(cards(), LIST_PAGE_SIZE);
  await expectCount(page.getByText('Loading Products'), 0);
});

test("R4.2: 'No products found' is a heading when the list is empty", async ({ shop }) => {
  shop.products = [];
  await open('/');
  await expect.element(heading('No products found')).toBeVisible();
  await expectCount(cards(), 0);
  // An empty shop has no others to offer.
  await expectCount(button('All products'), 0);
});

test.for([
  { status: 400, message: 'limit must be a whole number', says: 'limit must be a whole number' },
  { status: 500, message: 'Something went wrong on our side.', says: GENERIC },
  { status: 404, message: 'Not found', says: GENERIC },
  { status: 0, message: '', says: GENERIC },
])('R2.3: status $status says "$says"', async ({ status, message, says }, { shop }) => {
  if (status === 0) shop.cutOff(LIST);
  else shop.refuse(LIST, status, message);
  await open('/');
  await expectToast(says, 'error');
  await expectCount(page.getByText('Loading Products'), 0);
});

test('a refetch that removes a product keeps the focus on the card of another one', async ({
  shop,
}) => {
  await openProducts();
  const add = button('ADD TO CART', card(rope.name));
  (add.element() as HTMLElement).focus();
  const [first] = shop.products;
  shop.products = shop.products.slice(1);
  await expect
    .poll(() => {
      dispatchEvent(new Event('focus'));
      return card(first?.name ?? '').elements().length;
    })
    .toBe(0);
  await expect.element(add).toHaveFocus();
});

test('with a mouse the button comes over the picture of the card that is pointed at, or that has the focus', async () => {
  await page.viewport(1280, 800);
  await openProducts();
  const [first, second] = page.getByRole('article').all();
  const add = (of: Locator | undefined) => button('ADD TO CART', of);
  const opacityOf = (of: Locator | undefined) => getComputedStyle(add(of).element()).opacity;
  await first?.getByRole('heading').hover();
  await expect.poll(() => opacityOf(first)).toBe('1');
  expect(opacityOf(second)).toBe('0');
  const { left, top, width, height } = add(first).element().getBoundingClientRect();
  const atCentre = document.elementFromPoint(left + width / 2, top + height / 2);
  expect(atCentre).toBe(add(first).element());
  const picture = first?.element().querySelector('img')?.getBoundingClientRect();
  expect(top + height).toBeLessThan(picture?.bottom ?? 0);
  (add(first).element() as HTMLElement).focus();
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(add(second)).toHaveFocus();
  await expect.poll(() => opacityOf(second)).toBe('1');
});

test('the parts of the cards in a row begin at the same height, whatever their names and ratings', async ({
  shop,
}) => {
  const names = ['Rope', 'A rope with a very long name that needs two lines on any screen'];
  shop.products = [0, 1, 2, 3].map((i) => ({
    ...rope,
    ...{ _id: `rope-${i}`, name: names[i % 2] ?? '', rating: i % 4 === 1 ? 0 : 4 },
  }));
  for (const width of [390, 1280]) {
    await page.viewport(width, 800);
    await open('/');
    await expectCount(cards(), 4);
    const tops = (part: (card: Element) => Element | null | undefined) =>
      new Set(
        cards()
          .elements()
          .slice(0, 2)
          .map((card) => part(card)?.getBoundingClientRect().top),
      ).size;
    expect(tops((card) => card.querySelector('h2'))).toBe(1);
    expect(tops((card) => card.querySelector('button'))).toBe(1);
    const price = (card: Element) => page.elementLocator(card).getByText('$18').element();
    expect(tops(price)).toBe(1);
  }
});

test('few products have wider cards, and one is shown large, with its name beside the picture', async ({
  shop,
}) => {
  await page.viewport(1280, 800);
  const widths: number[] = [];
  for (const count of [4, 3, 2, 1]) {
    shop.products = Array.from({ length: count }, (_, i) => ({ ...rope, _id: `rope-${i}` }));
    await open('/');
    await expectCount(cards(), count);
    const [first] = cards().elements();
    widths.push(first?.querySelector('img')?.getBoundingClientRect().width ?? 0);
  }
  expect(widths).toEqual(widths.toSorted((a, b) => a - b));
  expect(widths[1]).toBeGreaterThan(1.3 * (widths[0] ?? 0));
  const box = (part: Locator) => part.element().getBoundingClientRect();
  const picture = pictureOf(rope.name)?.getBoundingClientRect() ?? new DOMRect();
  for (const part of [card(rope.name).getByRole('heading'), button('ADD TO CART')]) {
    expect(box(part).left).toBeGreaterThan(picture.right);
    expect(box(part).bottom).toBeLessThan(picture.bottom);
  }
});

test('a photograph fills its tile, whatever its shape', async ({ shop }) => {
  const photograph =
    'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="9" height="6"/>';
  shop.products = shop.products.map((product, i) =>
    i === 0 ? { ...product, image: photograph } : product,
  );
  await openProducts();
  const [first] = page.getByRole('article').elements();
  const boxes = () => {
    const img = first?.querySelector('img');
    return [img, img?.closest('div')].map((element) => {
      const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
      return [x, y, width, height].map(Math.round);
    });
  };
  await expect.poll(() => boxes()[0]?.[2]).toBeGreaterThan(100);
  expect(boxes()[0]).toEqual(boxes()[1]);
});

test('one product leaves nothing to filter or to sort', async ({ shop }) => {
  shop.products = [rope];
  await open('/');
  await expectCount(cards(), 1);
  await expectCount(page.getByRole('region', { name: 'Filters' }), 0);
});
