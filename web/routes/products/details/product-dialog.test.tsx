/** Opening, using and closing a product's dialog (R4.5). */
import { vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { demoProduct } from '../../../testing/demo-products.ts';
import {
  button,
  card,
  dismissToast,
  expect,
  expectAddress,
  expectCount,
  expectToast,
  goTo,
  loggedInTest,
  open,
  pressQuickly,
  test,
  toast,
} from '../../../testing/screen.tsx';

const ADD = 'POST /cart';
const rope = demoProduct('Tangerine Jump Rope');
const sneakers = demoProduct('Summit Leather High-Tops');
const ROPE = `/?product=${rope._id}`;

const dialogOf = ({ name }: { name: string }) => page.getByRole('dialog', { name, exact: true });
/** The link of a card, which contains its picture and its name. */
const cardLink = ({ name }: { name: string }) =>
  card(name).getByRole('link', { name, exact: true });
const closeButton = page.getByRole('button', { name: 'Close', exact: true });

async function openFromCard(product: { name: string }): Promise<void> {
  await cardLink(product).click();
  await expect.element(dialogOf(product)).toBeVisible();
}

test.for([
  [1280, 800],
  [390, 844],
] as const)(
  'at %i x %i px the name of a card leads to its product, in a dialog over the list',
  async ([width, height]) => {
    await page.viewport(width, height);
    await open('/');
    await openFromCard(rope);
    await expectAddress(ROPE);
    expect(document.title).toBe(`${rope.name} | QKart`);
    const dialog = dialogOf(rope);
    await expect.element(dialog.getByRole('heading', { name: rope.name })).toBeVisible();
    await expect.element(dialog).toMatchTextContent(rope.category);
    await expect.element(dialog.getByText(`$${rope.cost}`, { exact: true })).toBeVisible();
    const stars = dialog.getByRole('img', { name: `${rope.rating} out of 5 stars` });
    await expect.element(stars).toBeVisible();
    await expect.element(button('ADD TO CART', dialog)).toHaveTextContent('ADD TO CART');
    const picture = dialog.element().querySelector('img');
    await expect.poll(() => picture?.naturalWidth).toBeGreaterThan(0);
  },
);

test('a photograph is cropped to 4:5 on its card, and whole in the dialog', async () => {
  await page.viewport(1280, 800);
  await open('/');
  const greySofa = demoProduct('Haze Grey Family Sofa');
  const ratioOf = (img: Element | null | undefined) => {
    const { width, height } = img?.getBoundingClientRect() ?? new DOMRect();
    return width / height;
  };
  const ofCard = card(sneakers.name).element().querySelector('img');
  expect(ratioOf(ofCard)).toBeCloseTo(4 / 5, 1);
  for (const product of [sneakers, greySofa]) {
    await goTo(`/?product=${product._id}`);
    await expect.element(dialogOf(product)).toBeVisible();
    const whole = dialogOf(product).element().querySelector('img') as HTMLElement;
    expect(getComputedStyle(whole).objectFit).toBe('contain');
    const { bottom, width } = whole.getBoundingClientRect();
    expect(bottom).toBeLessThanOrEqual(800 - 32);
    expect(width).toBeCloseTo(0.6 * 1120, 0);
  }
});

test('the picture of a card leads there, too', async () => {
  await open('/');
  await card(rope.name).getByRole('presentation').click();
  await expect.element(dialogOf(rope)).toBeVisible();
});

test('two quick presses open one dialog', async () => {
  await open('/');
  await pressQuickly(cardLink(rope), 2);
  await expect.element(dialogOf(rope)).toBeVisible();
  history.back();
  await expectAddress('/');
  await expectCount(dialogOf(rope), 0);
});

test('a link with Ctrl is left to the browser, which opens another tab', async () => {
  await open('/');
  const isLeft = new Promise((resolve) => {
    const stayHere = (event: Event) => {
      resolve(!event.defaultPrevented);
      event.preventDefault();
    };
    addEventListener('click', stayHere, { once: true });
  });
  await cardLink(rope).click({ modifiers: ['ControlOrMeta'] });
  expect(await isLeft).toBe(true);
  await expect.element(cardLink(rope)).toHaveAttribute('href', ROPE);
  await expectAddress('/');
  await expectCount(dialogOf(rope), 0);
});

test('a visitor who adds is told to log in, above the dialog, and can dismiss that', async ({
  shop,
}) => {
  const calls = shop.watch(ADD);
  await open(ROPE);
  await button('ADD TO CART', dialogOf(rope)).click();
  await expectToast('Log in to add an item to the cart', 'warning');
  await dismissToast();
  await expect.element(dialogOf(rope)).toBeVisible();
  expect(calls).toEqual([]);
});

test('a toast that is shown stays when the dialog is closed', async () => {
  await open('/');
  await openFromCard(rope);
  await button('ADD TO CART', dialogOf(rope)).click();
  await expectToast('Log in to add an item to the cart', 'warning');
  await closeButton.click();
  await expectToast('Log in to add an item to the cart', 'warning');
});

loggedInTest(
  'a logged-in shopper adds it to the cart, and edits there what it has of it',
  async ({ shop }) => {
    const calls = shop.watch(ADD);
    await open('/');
    const answering = shop.hold(ADD);
    await openFromCard(rope);
    const add = dialogOf(rope).getByRole('button', { name: /^ADD/ });
    await add.click();
    await expect.element(add).toHaveTextContent('ADDING…');
    await pressQuickly(add, 1);
    answering.release();
    await expect.element(add).toHaveTextContent('ADDED');
    // The header, which also says it, is inert.
    const announced = dialogOf(rope).getByRole('status').filter({ hasText: 'in your cart' });
    await expect.element(announced).toHaveTextContent('1 item in your cart');
    const update = button('Update', dialogOf(rope));
    await expect.element(update).toHaveAttribute('aria-disabled', 'true');
    const quantity = dialogOf(rope).getByRole('textbox', { name: `Quantity of ${rope.name}` });
    await quantity.fill('12');
    await userEvent.keyboard('{Enter}');
    await update.click();
    await expect.element(dialogOf(rope)).toMatchTextContent('12 in your cart');
    await expect.element(update).toHaveFocus();
    await quantity.fill('1');
    await button('Decrease quantity', dialogOf(rope)).click();
    await button('Remove', dialogOf(rope)).click();
    await expect.element(button('ADD TO CART', dialogOf(rope))).toBeVisible();
    expect(calls.map(({ body }) => body.qty)).toEqual([1, 12, 0]);
    expect(shop.cart).toEqual([]);
    await closeButton.click();
    await expectCount(toast(), 0);
  },
);

test('on a phone a finger drags it away; one that turns back, or moves sideways, leaves it', async () => {
  await page.viewport(390, 844);
  await open('/');
  await openFromCard(rope);
  const panel = dialogOf(rope).element().firstElementChild as HTMLElement;
  const touch = (type: string, x: number, y: number) => {
    const point = new Touch({ identifier: 1, target: panel, clientX: x, clientY: y });
    const touches = type === 'touchend' ? [] : [point];
    panel.dispatchEvent(
      new TouchEvent(type, { touches, changedTouches: [point], bubbles: true, cancelable: true }),
    );
  };
  touch('touchstart', 200, 100);
  touch('touchmove', 320, 120);
  touch('touchmove', 320, 700);
  expect(panel.style.translate).toBe('');
  touch('touchend', 320, 700);
  touch('touchstart', 200, 100);
  touch('touchmove', 200, 600);
  expect(panel.style.translate).toBe('0px 500px');
  touch('touchmove', 200, 101);
  touch('touchend', 200, 101);
  expect(panel.style.translate).toBe('');
  touch('touchstart', 200, 100);
  touch('touchmove', 200, 600);
  touch('touchend', 200, 600);
  await expectAddress('/');
  await expectCount(dialogOf(rope), 0);
});

test('it is opened, used and closed by keyboard alone; all behind it is inert', async () => {
  await open('/');
  ((await cardLink(sneakers).findElement()) as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(closeButton).toHaveFocus();
  expect(dialogOf(sneakers).element().matches(':modal')).toBe(true);
  // Zoom, minus, which stays reachable and does nothing yet, the number and plus.
  await userEvent.keyboard('{Tab}{Tab}{Tab}{Tab}{Tab}');
  await expect.element(button('ADD TO CART', dialogOf(sneakers))).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(cardLink(sneakers)).toHaveFocus();
  await expectAddress('/');
});

test('the loaded pages of the list stay loaded', async ({ shop }) => {
  shop.products = Array.from({ length: 30 }, (_, i) => ({
    ...rope,
    _id: `ash-stool-${i}`,
    name: `Ash Stool ${i}`,
  }));
  await open('/');
  await pressQuickly(button('Show more products'), 1);
  await expectCount(page.getByRole('article'), 30);
  const last = { name: 'Ash Stool 29' };
  await openFromCard(last);
  history.back();
  await expectCount(dialogOf(last), 0);
  await expectCount(page.getByRole('article'), 30);
  await expect.element(cardLink(last)).toHaveFocus();
});

test('an unknown product within the pages is a friendly message', async () => {
  const missing = { name: 'This product is not available' };
  await open('/');
  await goTo('/?product=nothing');
  await expect.element(dialogOf(missing)).toBeVisible();
  expect(document.title).toBe('This product is not available | QKart');
  await expectCount(toast(), 0);
  await userEvent.keyboard('{Escape}');
  await expectAddress('/');
  await expect.poll(() => document.title).toBe('QKart: trending items with fast delivery');
  await goTo('/?product=nothing');
  await button('All products').click();
  await expectAddress('/');
  await expectCount(dialogOf(missing), 0);
});

loggedInTest(
  'the dialog adds the quantity that was chosen, and leads to the checkout',
  async ({ shop }) => {
    await open(ROPE);
    const dialog = dialogOf(rope);
    await pressQuickly(button('Decrease quantity', dialog), 1);
    await button('Increase quantity', dialog).click();
    await button('Increase quantity', dialog).click();
    await button('ADD TO CART', dialog).click();
    await expect.element(dialog).toMatchTextContent('3 in your cart');
    expect(shop.cart).toEqual([{ productId: rope._id, qty: 3 }]);
    await dialog.getByRole('link', { name: 'Checkout' }).click();
    await expectAddress('/checkout');
  },
);

test('four more of the category lead on, and one step closes the last of them', async () => {
  await open('/?category=Footwear');
  await openFromCard(sneakers);
  const more = dialogOf(sneakers).getByRole('region', { name: 'More in Footwear' });
  await expectCount(more.getByRole('listitem'), 4);
  await expect.element(more).not.toMatchTextContent(sneakers.name);
  const other = demoProduct('Charcoal Canvas High-Tops');
  await more.getByRole('link', { name: other.name }).click();
  await expect.element(dialogOf(other)).toBeVisible();
  await expectAddress(`/?category=Footwear&product=${other._id}`);
  await userEvent.keyboard('{Escape}');
  await expectAddress('/?category=Footwear');
  await expectCount(dialogOf(other), 0);
});

test('the day of arrival is said', async () => {
  vi.setSystemTime('2026-11-26T12:00:00Z');
  await open(ROPE);
  await expect
    .element(dialogOf(rope))
    .toMatchTextContent('Free delivery by Monday, December 7, 2026.You can cancel an order');
});

test('a shop says its own day and sentence of delivery, in its own form', async () => {
  vi.setSystemTime('2026-11-26T12:00:00Z');
  const delivery = { businessDays: 3, text: 'Free from $40.' };
  await open(ROPE, { locale: 'de-DE', delivery });
  const dialog = dialogOf(rope);
  await expect
    .element(dialog)
    .toMatchTextContent('Arrives by Dienstag, 1. Dezember 2026. Free from $40.You can');
  await expect.element(dialog).not.toMatchTextContent('Free delivery');
});
