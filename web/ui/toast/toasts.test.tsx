/** Notifications (R2.1). */
import { page, userEvent } from 'vitest/browser';
import { stopClock } from '../../testing/clock.ts';
import {
  dismissToast,
  expect,
  expectCount,
  expectToast,
  field,
  open,
  test,
  toast,
} from '../../testing/screen.tsx';

const TOO_SHORT = 'Username must be at least 6 characters';
const REQUIRED = 'Username is a required field';

/** Submits the login form, whose checks show a toast. */
async function submit(username: string): Promise<void> {
  await field('Username').fill(username);
  await userEvent.keyboard('{Enter}');
}

/** Opens the screen, and waits for the region, whose toasts replace one that was shown before it was there. */
async function openLogin(): Promise<void> {
  await open('/login');
  await expect.element(page.getByRole('region', { name: 'Notifications' })).toBeInTheDocument();
}

async function showToast(): Promise<void> {
  await openLogin();
  await submit('');
  await expectToast(REQUIRED, 'warning');
}

/** Opens a screen and shows a toast. @returns its clock, which only the test moves */
async function showToastAtNoon() {
  await openLogin();
  // A toast stays while the pointer is over it. An earlier test may have left the pointer at the place of the toasts.
  await page.getByRole('banner').hover();
  const clock = stopClock();
  await submit('');
  await expectToast(REQUIRED);
  return clock;
}

test('a screen reader knows the button that closes a toast, wherever the pointer is', async () => {
  await showToastAtNoon();
  await expect.element(toast().getByRole('button', { name: 'Dismiss' })).toBeVisible();
});

async function expectToStay(message: string): Promise<void> {
  await expectToast(message);
  await expect.element(toast()).not.toHaveAttribute('data-ending-style');
}

test('R2.1: one at a time; a new one takes the place of the old, and both are read out', async () => {
  await showToast();
  const region = page.getByRole('region', { name: 'Notifications' });
  await expect.element(region).toHaveAttribute('aria-live', 'polite');
  await submit('crio');
  await expectToast(TOO_SHORT, 'warning');
  await expect.element(region).not.toMatchTextContent(REQUIRED);
});

test('R2.1: duplicates are suppressed', async () => {
  await showToast();
  const first = toast().element();
  for (const _ of [1, 2, 3]) await submit('');
  await expectToast(REQUIRED);
  expect(toast().element()).toBe(first);
});

test('R2.1: at the bottom centre', async () => {
  await showToast();
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.viewport(width, height);
    const { left, right, bottom } = toast().element().getBoundingClientRect();
    expect(Math.abs((left + right) / 2 - width / 2)).toBeLessThan(2);
    expect(bottom).toBeLessThanOrEqual(height);
    expect(bottom).toBeGreaterThan(height - 60);
  }
});

test('stands above what was pressed, wherever that is', async () => {
  await page.viewport(390, 844);
  await openLogin();
  const pressed = page.getByRole('main').getByRole('button', { name: 'Login' }).element();
  for (const below of [0, 40, 80]) {
    pressed.setAttribute('style', `position: fixed; inset: auto 16px ${below}px`);
    pressed.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await expectToast(REQUIRED);
    await expect.poll(() => liesOn(pressed)).toBe(false);
    await dismissToast();
  }
});

/** Whether a part of an element is below the toast. */
function liesOn(element: Element): boolean {
  const [over, under] = [toast().element(), element].map((part) => part.getBoundingClientRect());
  return (
    over !== undefined && under !== undefined && over.top < under.bottom && over.bottom > under.top
  );
}

test('R2.1: hides by itself after 5000 ms, and not before', async () => {
  const clock = await showToastAtNoon();
  clock.advance(4_999);
  await expectToStay(REQUIRED);
  clock.advance(1);
  await expectCount(toast(), 0);
});

test('R2.1: a duplicate does not make it stay longer', async () => {
  const clock = await showToastAtNoon();
  clock.advance(4_000);
  await submit('');
  clock.advance(1_000);
  await expectCount(toast(), 0);
});

test('R2.1: a new message has 5000 ms of its own', async () => {
  const clock = await showToastAtNoon();
  clock.advance(4_000);
  await submit('crio');
  await expectToast(TOO_SHORT);
  clock.advance(4_999);
  await expectToStay(TOO_SHORT);
  clock.advance(1);
  await expectCount(toast(), 0);
});

test('R2.1: the same message shows again while the last one leaves', async () => {
  const clock = await showToastAtNoon();
  const form = document.querySelector('form');
  clock.advance(5_000);
  form?.requestSubmit();
  await expectToStay(REQUIRED);
  clock.advance(4_999);
  await expectToStay(REQUIRED);
});

test('R2.1: enters within 225 ms and leaves within 195 ms', async () => {
  await showToast();
  const durations = () =>
    new Set(getComputedStyle(toast().element()).transitionDuration.split(', '));
  expect(durations()).toEqual(new Set(['0.225s']));
  // The attribute gives the toast the styles that it has while it leaves.
  toast().element().setAttribute('data-ending-style', '');
  expect(durations()).toEqual(new Set(['0.195s']));
});

test('its text is its message, and it can be dismissed', async () => {
  await showToast();
  await expect.element(toast()).toHaveTextContent(REQUIRED);
  await dismissToast();
  await submit('');
  await expectToast(REQUIRED);
});

test('a toast is shown before the first input, too', async ({ logIn }) => {
  logIn();
  localStorage.setItem('token', 'of-another-shop');
  await open('/');
  await expectToast('Your session has ended. Log in again.', 'error');
});
