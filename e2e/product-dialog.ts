/** Locators and helpers for the dialog of a product. */
import type { Page, Route } from '@playwright/test';
import { PRODUCT_DETAILS_PATH } from '../contract/page-addresses.ts';
import { card, expect } from './shop.ts';
import { demoProduct } from './shopper.ts';

type Product = ReturnType<typeof demoProduct>;

export const rope = demoProduct('Tangerine Jump Rope');

export const dialogOf = (page: Page, { name }: { name: string }) =>
  page.getByRole('dialog', { name, exact: true });

/** The link of a card, which contains its picture and its name. */
export const cardLink = (page: Page, { name }: { name: string }) =>
  card(page, name).getByRole('link', { name, exact: true });

export const closeButton = (page: Page) => page.getByRole('button', { name: 'Close', exact: true });

/** Opens the dialog from the product's card. */
export async function openFromCard(page: Page, product: Product): Promise<void> {
  await cardLink(page, product).click();
  await expect(dialogOf(page, product)).toBeVisible();
}

/** Handles the requests for details, which are not part of the API. */
export async function interceptDetails(
  page: Page,
  handle: (route: Route) => Promise<void>,
): Promise<void> {
  await page.route((url) => url.pathname === PRODUCT_DETAILS_PATH, handle);
}

/** Replies to requests for details as if the product had these. */
export async function answerDetails(page: Page, product: Product, details: object): Promise<void> {
  const json = { ...product, brand: '', description: '', stock: null, variants: [], ...details };
  await interceptDetails(page, (route) => route.fulfill({ json }));
}
