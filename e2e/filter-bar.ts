/** Locators of the filters and of the list. */
import type { Page } from '@playwright/test';
import { searchBox } from './shop.ts';

export const chips = (page: Page) =>
  page.getByRole('list', { name: 'Categories' }).getByRole('link');
export const chip = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Categories' }).getByRole('link', { name });
export const pills = (page: Page) => page.getByRole('list', { name: 'Chosen filters' });
export const cards = (page: Page) => page.getByRole('article');
export const names = (page: Page) => cards(page).getByRole('heading');
export const drawer = (page: Page) => page.getByRole('dialog', { name: 'Filters' });
export const lowest = (page: Page) => page.getByRole('textbox', { name: 'Lowest price' });
export const highest = (page: Page) => page.getByRole('textbox', { name: 'Highest price' });
export const option = (page: Page, name: string) => page.getByRole('radio', { name });
export const order = (page: Page) => page.getByRole('combobox', { name: 'Sort by' });
/** Applies what is chosen in the form. */
export const show = (page: Page) => page.getByRole('button', { name: /^Show .*products?$/ });
export const heading = (page: Page, name: string) => page.getByRole('heading', { name });

/** Opens the drawer with all filters. */
export async function openFilters(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filters' }).click();
  await drawer(page).waitFor();
}

export async function search(page: Page, text: string): Promise<void> {
  await searchBox(page).fill(text);
  await searchBox(page).press('Enter');
}
