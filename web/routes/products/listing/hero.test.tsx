/** The hero is shown only above the whole catalogue: words and one picture, edge to edge. */
import { wcagContrast } from 'culori';
import { page } from 'vitest/browser';
import { stopClock } from '../../../testing/clock.ts';
import { cards, heading, openProducts } from '../../../testing/listing.ts';
import {
  expect,
  expectAddress,
  expectCount,
  loggedInTest,
  open,
  searchBox,
  test,
} from '../../../testing/screen.tsx';

const PROMISE = 'The fastest delivery to your doorstep';
const promise = page.getByText(PROMISE);
const hero = (words = PROMISE) =>
  page.getByText(words, { exact: true }).element().closest('section') as HTMLElement;
const pictureOf = (section: HTMLElement) => section.querySelector('img');
const isLoaded = (section: HTMLElement) => (pictureOf(section)?.naturalWidth ?? 0) > 0;

/** A picture of one colour. */
const plain = (color: string) =>
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="30" height="20" fill="${color}"/></svg>`;

test('R4.1: it promises fast delivery beside a photograph that is loaded before others', async () => {
  await openProducts();
  await expect.element(promise).toBeVisible();
  await expect.poll(() => isLoaded(hero())).toBe(true);
  expect(pictureOf(hero())?.fetchPriority).toBe('high');
});

test('it reaches from edge to edge, at most a third of the window, on a phone a fifth with two whole cards below it', async () => {
  for (const [width, height, part] of [
    [1280, 800, 3],
    [1920, 1080, 3],
    [390, 844, 5],
  ] as const) {
    await page.viewport(width, height);
    await openProducts();
    const box = hero().getBoundingClientRect();
    expect([box.left, box.width]).toEqual([0, width]);
    expect(box.height).toBeLessThanOrEqual(height / part);
    const [first, second] = cards().elements();
    for (const card of [first, second]) {
      const end = width === 390 ? card?.querySelector('button') : card?.querySelector('img');
      expect(end?.getBoundingClientRect().bottom).toBeLessThanOrEqual(height);
    }
  }
});

test('a shop has its own words and picture, or its words alone', async () => {
  const words = { promise: 'Grow something today', text: 'For a balcony of two metres.' };
  await open('/', { hero: { ...words, picture: { src: plain('red'), srcSet: '' } } });
  await expect.element(page.getByText(words.text)).toBeVisible();
  await expect.poll(() => isLoaded(hero(words.promise))).toBe(true);
  await expectCount(promise, 0);
  await open('/', { hero: words });
  await expect.element(page.getByText(words.text)).toBeVisible();
  expect(pictureOf(hero(words.promise))).toBeNull();
  await open('/', {});
  await expect.element(promise).toBeVisible();
  expect(pictureOf(hero())).toBeNull();
});

/** The lowest contrast of the text with the pixels behind it. */
async function contrastOf(text: HTMLElement): Promise<number> {
  const ink = getComputedStyle(text).color;
  text.style.color = 'transparent';
  const { left, top, width, height } = text.getBoundingClientRect();
  const image = new Image();
  image.src = `data:image/png;base64,${await page.screenshot({ save: false })}`;
  await image.decode();
  text.style.color = '';
  const scale = image.width / innerWidth;
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
  canvas?.drawImage(image, 0, 0);
  const pixels = canvas?.getImageData(left * scale, top * scale, width * scale, height * scale);
  const colors = new Set<string>();
  for (let i = 0; i < (pixels?.data.length ?? 0); i += 4) {
    colors.add(`rgb(${pixels?.data.slice(i, i + 3).join(' ')})`);
  }
  return Math.min(...[...colors].map((color) => wcagContrast(ink, color)));
}

test.for([
  { name: 'the demo', brand: undefined, color: undefined },
  { name: 'a white picture', brand: ['#757575', '#ffffff'], color: 'white' },
  { name: 'a black picture', brand: ['#757575', '#000000'], color: 'black' },
])('the words can be read on any picture: $name', async ({ brand, color }) => {
  const { style } = document.documentElement;
  for (const [i, token] of ['--brand', '--brand-ink'].entries()) {
    style.setProperty(token, brand?.[i] ?? '');
  }
  const words = { promise: `${'Extraordinary '.repeat(4)}end`, text: 'Word '.repeat(30).trim() };
  for (const width of [320, 390, 640, 900, 1280]) {
    await page.viewport(width, 900);
    const own = color && { hero: { ...words, picture: { src: plain(color), srcSet: '' } } };
    await open('/', own || undefined);
    const section = hero(own ? words.promise : undefined);
    await expect.poll(() => isLoaded(section)).toBe(true);
    const [large, small] = section.querySelectorAll('p');
    expect.soft(await contrastOf(large as HTMLElement), `${width} px`).toBeGreaterThanOrEqual(3);
    if (!small?.checkVisibility()) continue;
    expect.soft(await contrastOf(small), `${width} px`).toBeGreaterThanOrEqual(4.5);
  }
  for (const token of ['--brand', '--brand-ink']) style.removeProperty(token);
});

loggedInTest('the cart begins over it, and stays there while it goes', async () => {
  await openProducts();
  const cart = page.getByRole('region', { name: 'Cart' });
  const top = () => cart.element().getBoundingClientRect().top;
  await expect.element(cart).toBeVisible();
  const before = top();
  const box = hero().getBoundingClientRect();
  expect(box.top).toBeLessThan(before);
  expect(box.bottom).toBeGreaterThan(before);
  await searchBox().fill('g');
  expect(promise.element().checkVisibility()).toBe(false);
  expect(top()).toBe(before);
});

test('it is gone as soon as somebody types, so that nothing moves when the search begins', async () => {
  await openProducts();
  stopClock();
  await searchBox().fill('g');
  expect(promise.element().checkVisibility()).toBe(false);
  await searchBox().fill('');
  expect(promise.element().checkVisibility()).toBe(true);
});

test('it is back as soon as a searched text is deleted, and not after the debounce, when it would move the products', async () => {
  await open('/?value=bonsai');
  await expect.element(heading('Results for “bonsai”')).toBeVisible();
  await expectCount(promise, 0);
  stopClock();
  await searchBox().fill('');
  await expect.element(promise).toBeVisible();
  await expect.element(heading('All products')).toBeVisible();
  await expectAddress('/');
});
