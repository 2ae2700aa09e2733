/** Locators of the filters and of the list. */
import type { Page } from '@playwright/test';

export const bar = (page: Page) => page.getByRole('region', { name: 'Filters' });
export const chip = (page: Page, name: string) =>
  bar(page).getByRole('list', { name: 'Categories' }).getByRole('link', { name });
export const cards = (page: Page) => page.getByRole('article');
const prices = (page: Page) => cards(page).getByText(/^\$/);
export const lowest = (page: Page) => bar(page).getByRole('textbox', { name: 'Lowest price' });
export const highest = (page: Page) => bar(page).getByRole('textbox', { name: 'Highest price' });
export const rating = (page: Page) => bar(page).getByRole('combobox', { name: 'Rating' });
export const order = (page: Page) => bar(page).getByRole('combobox', { name: 'Sort by' });
export const clearAll = (page: Page) => bar(page).getByRole('button', { name: 'Clear all' });
export const disclosure = (page: Page) => bar(page).locator('summary');
export const heading = (page: Page, name: string) => page.getByRole('heading', { name });
export const count = (page: Page) =>
  page.getByRole('region', { name: /^All products|^Results for/ }).getByRole('status');

/** Opens the form for price, rating and order, which is closed on a phone. */
export async function openForm(page: Page): Promise<void> {
  if (await disclosure(page).isVisible()) await disclosure(page).click();
}

export async function amounts(page: Page): Promise<number[]> {
  return (await prices(page).allTextContents()).map((text) => Number(text.slice(1)));
}
