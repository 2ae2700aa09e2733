/** The pictures of a product in its dialog. */
import { page, userEvent } from 'vitest/browser';
import { demoProduct } from '../../../testing/demo-products.ts';
import { expect, expectCount, open, test } from '../../../testing/screen.tsx';

const rope = demoProduct('Tangerine Jump Rope');
const pictures = [
  rope.image,
  demoProduct('Summit Leather High-Tops').image,
  demoProduct('Denim Blue Armchair').image,
];
const ROPE = `/?product=${rope._id}`;
const strip = page.getByRole('list', { name: 'Pictures', exact: true });
const dots = page.getByRole('button', { name: /^Picture \d of 3$/ });
const dot = (number: number) =>
  page.getByRole('button', { name: `Picture ${number} of 3`, exact: true });
const picture = (number: number) =>
  page.getByRole('img', { name: `${rope.name}, picture ${number} of 3`, exact: true });

async function expectShown(number: number): Promise<void> {
  await expect.element(picture(number)).toBeInViewport({ ratio: 0.9 });
  await expect.element(dot(number)).toHaveAttribute('aria-current', 'true');
  await expectCount(dots, 3);
}

const test3 = test.extend('several', { auto: true }, ({ shop }) => {
  shop.details = { [rope._id]: { pictures } };
});

test3('a dot shows its picture', async () => {
  await open(ROPE);
  await expectShown(1);
  await dot(3).click();
  await expectShown(3);
  await dot(2).click();
  await expectShown(2);
});

test3('the arrow keys walk through the pictures, and stop at the ends', async () => {
  await open(ROPE);
  await expectShown(1);
  (strip.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expectShown(1);
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expectShown(3);
  await userEvent.keyboard('{ArrowRight}');
  await expectShown(3);
  (dot(3).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expectShown(2);
});

test3('a swipe that scrolls to a picture marks its dot', async () => {
  await page.viewport(390, 844);
  await open(ROPE);
  await expectShown(1);
  const element = strip.element();
  element.scrollBy({ left: element.clientWidth });
  await expectShown(2);
});

test('one picture has no dots, and the name beside it is its text', async () => {
  await open(ROPE);
  await expect.element(page.getByRole('dialog', { name: rope.name })).toBeVisible();
  await expectCount(dots, 0);
  await expectCount(strip, 0);
});

test('a press and Enter magnify the picture; the arrow keys move in it, and Escape goes back one level', async () => {
  await open(ROPE);
  const zoom = page.getByRole('button', { name: 'Zoom', exact: true });
  const scaleOf = () => getComputedStyle(zoom.element().querySelector('img') as Element).scale;
  await zoom.click();
  await expect.element(zoom).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(scaleOf).toBe('2.25');
  await zoom.click();
  await expect.poll(scaleOf).toBe('none');
  await userEvent.keyboard('{Enter}');
  await expect.poll(scaleOf).toBe('2.25');
  const placeOf = () => (zoom.element() as HTMLElement).style.getPropertyValue('--x');
  const before = placeOf();
  await userEvent.keyboard('{ArrowRight}');
  expect(placeOf()).not.toBe(before);
  await userEvent.keyboard('{Escape}');
  await expect.poll(scaleOf).toBe('none');
  await userEvent.keyboard('{Escape}');
  await expectCount(page.getByRole('dialog', { name: rope.name }), 0);
});
