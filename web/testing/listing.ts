/** Locators of the list of products and of its filters. */

import { page, userEvent } from 'vitest/browser';
import { LIST_PAGE_SIZE } from '../../contract/limits.ts';
import { button, expect, expectCount, open, searchBox } from './screen.tsx';

export const cards = () => page.getByRole('article');
export const count = () => page.getByRole('main').getByRole('status').first();
export const heading = (name: string) => page.getByRole('heading', { name });
export const chip = (name: string) =>
  page.getByRole('list', { name: 'Categories' }).getByRole('link', { name });
export const filters = () => page.getByRole('dialog', { name: 'Filters' });
export const lowest = () => filters().getByRole('textbox', { name: 'Lowest price' });
export const highest = () => filters().getByRole('textbox', { name: 'Highest price' });
export const option = (name: string) => filters().getByRole('radio', { name });
export const show = () => button('Show', filters());
export const order = () => page.getByRole('combobox', { name: 'Sort by' });
export const pills = () => page.getByRole('list', { name: 'Chosen filters' });
export const clearAll = () => button('Clear all', pills());

/** Opens the drawer or sheet with all filters. */
export async function openFilters(): Promise<void> {
  await button('Filters').click();
  await expect.element(filters()).toBeVisible();
}

/** Opens the whole list, and waits for its products. */
export async function openProducts(): Promise<void> {
  await open('/');
  await expectCount(cards(), LIST_PAGE_SIZE);
}

/** Enters a text in the search box, or in a price field, and presses Enter. */
export async function submit(text: string, field = searchBox()): Promise<void> {
  await field.fill(text);
  await userEvent.keyboard('{Enter}');
}

/** The prices of the cards, in dollars. */
export function amounts(): number[] {
  const prices = cards().getByText(/^\$/).elements();
  return prices.map(({ textContent }) => Number(textContent.slice(1)));
}

/** Expects exactly these products, in this order. */
export async function expectNames(...names: string[]): Promise<void> {
  const shown = () => cards().getByRole('heading').elements();
  await expect.poll(() => shown().map(({ textContent }) => textContent)).toEqual(names);
}
