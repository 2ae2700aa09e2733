/** Locators of the filters and of the list. */
import type { Page } from '@playwright/test';
import { searchBox } from './shop.ts';

export const bar = (page: Page) => page.getByRole('region', { name: 'Filters' });
export const chip = (page: Page, name: string) =>
  bar(page).getByRole('list', { name: 'Categories' }).getByRole('link', { name });
export const cards = (page: Page) => page.getByRole('article');
export const names = (page: Page) => cards(page).getByRole('heading');
export const lowest = (page: Page) => bar(page).getByRole('textbox', { name: 'Lowest price' });
export const highest = (page: Page) => bar(page).getByRole('textbox', { name: 'Highest price' });
export const rating = (page: Page) => bar(page).getByRole('combobox', { name: 'Rating' });
export const order = (page: Page) => bar(page).getByRole('combobox', { name: 'Sort by' });
export const disclosure = (page: Page) => bar(page).locator('summary');
export const heading = (page: Page, name: string) => page.getByRole('heading', { name });

/** Opens the form for price, rating and order, which is closed on a phone. */
export async function openForm(page: Page): Promise<void> {
  // Without script a choice loads a page, which may have its address before its content.
  await page.waitForLoadState();
  if (await disclosure(page).isVisible()) await disclosure(page).click();
}

export async function search(page: Page, text: string): Promise<void> {
  await searchBox(page).fill(text);
  await searchBox(page).press('Enter');
}
