/** Helpers for the tests of register and login. */
import type { Page } from '@playwright/test';
import { expect } from './shop.ts';

export function field(page: Page, label: string) {
  return page.getByLabel(label, { exact: true });
}

/** Fills in the fields, by their labels. */
export async function fillIn(page: Page, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text);
}

/** Expects that only this field of the form is marked as invalid, and that it has the focus. */
export async function expectMarked(page: Page, label: string): Promise<void> {
  await expect(field(page, label)).toBeFocused();
  await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('input[aria-invalid="true"]')).toHaveCount(1);
}
