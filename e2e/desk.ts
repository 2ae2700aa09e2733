/** A shop with a desk, and operators who join it. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Page } from '@playwright/test';
import { type Shop, startShop } from './serve.ts';
import { expect, test } from './shop.ts';

export const DESK_PASSWORD = 'seven green bottles';

export interface Desk {
  shop: Shop;
  address: string;
}

export const deskTest = test.extend<object, { desk: Desk; settings: Record<string, string> }>({
  settings: [{}, { option: true, scope: 'worker' }],
  desk: [
    async ({ settings }, use) => {
      const port = await findFreePort();
      const shop = await startShop({ DESK_PORT: String(port), ...settings });
      await use({ shop, address: `http://localhost:${port}` });
      await shop.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ desk }, use) => use(desk.address),
});

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Adds an operator by the command, and opens the link that it prints. */
export async function openLink(page: Page, { shop }: Desk, name: string): Promise<void> {
  const printed = await shop.qkart('operators', 'add', name);
  await page.goto(printed.trim().split('\n').at(-1) ?? '');
}

export async function join(page: Page, desk: Desk, name: string): Promise<void> {
  await openLink(page, desk, name);
  await page.getByLabel('Choose a password').fill(DESK_PASSWORD);
  await page.getByLabel('Repeat it').fill(DESK_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Not now' }).click();
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
}
