/** What tests look for on a screen, and press there. */
import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { ShopApi } from './api.ts';

export type Tone = 'default' | 'success' | 'info' | 'warning' | 'error';

/** The toast that is shown; there is at most one (R2.1). */
export function toast(): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByRole('dialog');
}

/** Expects exactly one toast, with this message. Looks at all of it at once, because a toast leaves after a while. */
export async function expectToast(message: string, tone?: Tone): Promise<void> {
  const text = toast().getByText(message, { exact: true });
  await expect
    .poll(() => ({
      isVisible: text.elements().some((element) => element.checkVisibility()),
      tones: toast()
        .elements()
        .map((element) => tone && element.getAttribute('data-type')),
    }))
    .toEqual({ isVisible: true, tones: [tone] });
}

export async function dismissToast(): Promise<void> {
  // Its button is usable, and it stays, while the pointer is in the toast. A pointer that moves there may come too late.
  toast()
    .element()
    .dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
  await button('Dismiss', toast()).click();
  await expectCount(toast(), 0);
}

/** The visible search box. There are two, one for wide screens and one for narrow ones. */
export function searchBox(): Locator {
  return page.getByRole('combobox', { name: 'Search for items/categories' });
}

/** A card of the grid, by the product's name. */
export function card(name: string): Locator {
  return page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
}

/** The cart beside the products. */
export function cartPanel(): Locator {
  return page.getByRole('region', { name: 'Cart' });
}

/** A line of the cart, or of the order's summary, by the product's name. */
export function cartLine(name: string): Locator {
  return page
    .getByRole('listitem')
    .filter({ hasText: name })
    .filter({ hasNot: page.getByRole('article') });
}

/** The number between minus and plus. */
export function stepper(line: Locator): Locator {
  return line.getByRole('status');
}

/** A button by its name, in the page or in a part of it. */
export function button(name: string, within: Pick<Locator, 'getByRole'> = page): Locator {
  return within.getByRole('button', { name });
}

/** A field of a form, by its label. */
export function field(label: string): Locator {
  return page.getByLabelText(label, { exact: true });
}

/** Fills in fields, by their labels. */
export async function fillIn(texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await field(label).fill(text);
}

export async function expectCount(locator: Locator, count: number): Promise<void> {
  await expect.poll(() => locator.elements().length).toBe(count);
}

/** Clicks without a pause, like clicks that were queued while the page was busy. */
export async function pressQuickly(button: Locator, times: number): Promise<void> {
  const element = (await button.findElement()) as HTMLElement;
  for (let i = 0; i < times; i++) setTimeout(() => element.click());
}

/**
 * Repairs all calls and presses 'Try again' at once, so that no refetch by itself comes between. Presses it until it is
 * gone: strict mode repeats the effects of a new screen, which aborts what the first press began.
 */
export async function retryRepaired(shop: ShopApi, within?: Pick<Locator, 'getByRole'>) {
  const retry = button('Try again', within);
  await retry.findElement();
  shop.restore();
  const press = () => {
    const shown = retry.elements();
    for (const element of shown) (element as HTMLElement).click();
    return shown.length;
  };
  await expect.poll(press).toBe(0);
}
