/** Fields of a form. */
import type { Page } from '@playwright/test';

export function field(page: Page, label: string) {
  return page.getByLabel(label, { exact: true });
}

/** Fills in the fields, by their labels. */
export async function fillIn(page: Page, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text);
}
